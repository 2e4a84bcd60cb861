#!/usr/bin/python3
"""cluster.py HANSCAN [--rounds 20] [--scans 48] [--seed N] [--keep]

A real Slurm of two nodes on this machine reads drawn scans and samples in shards, by the job that `hanscan cluster plan`
prints, while things are killed at random moments: hanscan, the script of a task, the daemon of a node. Tasks are put
back into the queue, a node is drained, and the second node has no disk for the stores. What the joined store exports is
then compared, byte for byte, with what one machine made of the same scans. A job that is cancelled must stay away, which
is tried first. Needs root, and Debian's slurmctld, slurmd and munge.
"""
import argparse
import filecmp
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Torture"))
from torture import drawn  # noqa: E402

SAMPLES = os.path.join(HERE, "..", "..", "samples", "scans")
QUICK = ["--settle", "0", "--level", "fast", "--prepare", "none", "--lang", "eng"]
FORMATS = ["text", "json", "csv"]
SHARDS = 6


def run(words, **more):
    return subprocess.run(words, check=True, text=True, capture_output=True, **more).stdout.strip()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Slurm:
    """munged, slurmctld and two slurmd, with everything that they write below one folder."""

    def __init__(self, folder):
        self.folder = folder
        self.host = socket.gethostname().split(".")[0]
        self.daemons = {}
        for name in ["munge", "state", "n1", "n2", "disk-n1", "disk-n2"]:
            os.makedirs(f"{folder}/{name}")
        # A node without a disk: not even an empty store has room there.
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", f"{folder}/disk-n2"]).returncode:
            raise SystemExit("cluster.py: only root may mount the small disk")
        with open(f"{folder}/munge/key", "wb") as key:
            key.write(os.urandom(1024))
        os.chmod(f"{folder}/munge/key", 0o400)
        os.chmod(f"{folder}/munge", 0o755)
        # A daemon that authenticates says no to folders that others may write.
        self.socket = f"/run/hanscan-cluster-{os.getpid()}.socket"
        with open(f"{folder}/prolog", "w") as prolog:
            prolog.write(f'#!/bin/sh\necho "export SLURM_TMPDIR={folder}/disk-$SLURMD_NODENAME"\n')
        os.chmod(f"{folder}/prolog", 0o755)
        nodes = "\n".join(
            f"NodeName={name} NodeHostname={self.host} NodeAddr=127.0.0.1 Port={free_port()} CPUs=2 RealMemory=2000"
            for name in ["n1", "n2"])
        with open(f"{folder}/slurm.conf", "w") as conf:
            conf.write(f"""ClusterName=hanscan
SlurmctldHost={self.host}(127.0.0.1)
SlurmctldPort={free_port()}
AuthType=auth/munge
AuthInfo=socket={self.socket}
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/ctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/ctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog={folder}/prolog
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=6
SlurmctldTimeout=6
KillWait=5
MinJobAge=300
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,batch_sched_delay=1,bf_interval=2
{nodes}
PartitionName=p Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
""")
        self.environment = dict(os.environ, SLURM_CONF=f"{folder}/slurm.conf")

    def start(self):
        self.begin("munged", ["munged", "--foreground", "--force", f"--key-file={self.folder}/munge/key",
                              f"--socket={self.socket}", f"--pid-file={self.folder}/munge/pid",
                              f"--log-file={self.folder}/munge/log", f"--seed-file={self.folder}/munge/seed"])
        self.begin("ctld", ["slurmctld", "-D", "-f", f"{self.folder}/slurm.conf"])
        for node in ["n1", "n2"]:
            self.begin(node, ["slurmd", "-D", "-N", node, "-f", f"{self.folder}/slurm.conf"])
        for _ in range(120):
            if self.nodes().count("idle") == 2:
                return
            time.sleep(0.5)
        raise SystemExit(f"cluster.py: the nodes do not come up: {self.nodes()}; see {self.folder}/*.log")

    def begin(self, name, words):
        log = open(f"{self.folder}/{name}.out", "ab")
        self.daemons[name] = (subprocess.Popen(words, stdout=log, stderr=log, env=self.environment), words)

    def kill(self, name):
        """Kills a daemon; its steps live on, as on a node that the controller has lost."""
        process, words = self.daemons[name]
        process.kill()
        process.wait()
        return lambda: self.begin(name, words)

    def stop(self):
        for name in ["n1", "n2", "ctld", "munged"]:
            if name in self.daemons:
                process, _ = self.daemons[name]
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        subprocess.run(["umount", f"{self.folder}/disk-n2"])
        for path in [self.socket, self.socket + ".lock"]:
            if os.path.exists(path):
                os.unlink(path)

    def ask(self, *words):
        return subprocess.run(words, env=self.environment, text=True, capture_output=True).stdout.strip()

    def nodes(self):
        return self.ask("sinfo", "-h", "-N", "-o", "%T").split()

    def jobs(self):
        """Number, state and reason of every job and task in the queue."""
        return [line.split("|") for line in self.ask("squeue", "-h", "-r", "-o", "%A|%T|%r").splitlines()]

    def processes(self, words):
        """The processes of this cluster's jobs whose command line holds these words."""
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                command = open(f"/proc/{name}/cmdline", "rb").read().replace(b"\0", b" ").decode(errors="replace")
                # A worker's environment is bare: its parent's says whose it is.
                parent = open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()[1]
                environment = b"".join(open(f"/proc/{number}/environ", "rb").read() for number in [name, parent])
            except OSError:
                continue
            if all(word in command for word in words) and f"SLURM_CONF={self.folder}/".encode() in environment:
                found.append(int(name))
        return found


def fill(folder, count):
    """Scans of all kinds: numbers, copies, receipts in other bytes, broken and empty files, several folders."""
    receipts = {name: open(os.path.join(SAMPLES, name), "rb").read() for name in ["mart-ko.png", "cafe-en.png"]}
    for number in range(count):
        place = f"{folder}/{number % 5}"
        os.makedirs(place, exist_ok=True)
        if number % 8 == 7:
            name, content = list(receipts.items())[number // 8 % 2]
            name, content = f"{number}-{name}", content + (b"" if number % 16 == 7 else b"%d" % number)
        elif number % 11 == 10:
            name, content = f"{number}.pnm", drawn(111)
        elif number % 13 == 12:
            name, content = f"{number}.pnm", drawn(222)[:700]
        else:
            name, content = f"{number}.pnm", drawn(number * 7919 % 1_000_000)
        with open(f"{place}/{name}", "wb") as file:
            file.write(content)
    open(f"{folder}/empty.png", "wb").close()


def export(hanscan, store, target):
    for form in FORMATS:
        subprocess.run([hanscan, "export", "--out", store, "--to", f"{target}/{form}", "--format", form],
                       capture_output=True, check=False)
    for words in [["list", "--json"], ["receipts", "--json"], ["list", "--same", "--json"]]:
        lines = run([hanscan] + words + ["--out", store]).splitlines()
        with open(f"{target}/{'-'.join(words)}", "w") as file:
            file.writelines(told(line) + "\n" for line in lines)


def told(line):
    """What a list says of a page, but for the attempts that came to nothing because its worker was killed here."""
    page = json.loads(line)
    if page.get("state") != "failed":
        page.pop("reasons", None)
    return json.dumps(page, sort_keys=True)


def differences(one, other):
    compared = filecmp.dircmp(one, other)
    found = compared.left_only + compared.right_only
    _, unlike, unreadable = filecmp.cmpfiles(one, other, compared.common_files, shallow=False)
    found += unlike + unreadable
    for name in compared.common_dirs:
        found += [f"{name}/{path}" for path in differences(f"{one}/{name}", f"{other}/{name}")]
    return found


class Round:
    """One job from its submission to the joined store, with what is done to it on the way."""

    def __init__(self, slurm, hanscan, scans, folder, dice, log):
        self.slurm, self.hanscan, self.folder, self.dice, self.log = slurm, hanscan, folder, dice, log
        self.faults = {}
        self.restart = []
        self.waiting = {}
        words = [hanscan, "cluster", "plan", scans, "--nodes", str(SHARDS), "--cores", "1", "--out", f"{folder}/shards",
                 "--joined", f"{folder}/joined", "--run", " ".join(QUICK)]
        job = run(words)
        # As many shards as nodes would be one for each; here two nodes read them in turns, so that tasks wait as well.
        with open(f"{folder}/hanscan.sbatch", "w") as file:
            file.write(job)

    def perform(self, limit):
        environment = dict(self.slurm.environment, HANSCAN=self.hanscan)
        run(["bash", f"{self.folder}/hanscan.sbatch"], env=environment)
        began = time.monotonic()
        next_fault = began + self.dice.uniform(0.5, 3)
        while time.monotonic() - began < limit:
            jobs = self.slurm.jobs()
            self.hurry(jobs)
            for when, action in list(self.restart):
                if time.monotonic() > when:
                    action()
                    self.restart.remove((when, action))
            if not jobs and not self.restart:
                return time.monotonic() - began
            if time.monotonic() > next_fault and sum(self.faults.values()) < 8:
                self.fault(jobs)
                next_fault = time.monotonic() + self.dice.uniform(0.3, 4)
            time.sleep(0.25)
        raise SystemExit(f"cluster.py: not finished after {limit} s: {self.slurm.jobs()}; see {self.folder}")

    def hurry(self, jobs):
        """Slurm lets a task that is put back wait for two minutes; here it goes on after some seconds.

        Not at once: a node takes a task that comes back within the second for the one that it has just been told to end.
        """
        waiting = {number for number, state, reason in jobs if state == "PENDING" and reason == "BeginTime"}
        self.waiting = {number: self.waiting.get(number, time.monotonic()) for number in waiting}
        for number, since in self.waiting.items():
            if time.monotonic() - since > 6:
                self.slurm.ask("scontrol", "update", f"JobId={number}", "StartTime=now")

    def fault(self, jobs):
        kind = self.dice.choice(["hanscan", "hanscan", "worker", "script", "requeue", "slurmd", "drain"])
        done = False
        if kind in ("hanscan", "worker", "script"):
            words = {"hanscan": [self.hanscan, "--shard"], "worker": [self.hanscan, "worker"],
                     "script": ["slurm_script", "read"]}[kind]
            victims = self.slurm.processes(words)
            if kind == "hanscan" and not victims:
                victims = self.slurm.processes([self.hanscan, "merge"])
            if victims:
                os.kill(self.dice.choice(victims), signal.SIGKILL)
                done = True
        elif kind == "requeue":
            running = [number for number, state, _ in jobs if state == "RUNNING"]
            if running:
                self.slurm.ask("scontrol", "requeue", self.dice.choice(running))
                done = True
        elif kind == "drain" and not self.restart:
            # Its tasks work on, and no other one begins there until it is back.
            node = f"NodeName={self.dice.choice(['n1', 'n2'])}"
            self.slurm.ask("scontrol", "update", node, "State=DRAIN", "Reason=test")
            self.restart.append((time.monotonic() + self.dice.uniform(1, 10),
                                 lambda: self.slurm.ask("scontrol", "update", node, "State=RESUME")))
            done = True
        elif kind == "slurmd" and not self.restart:
            node = self.dice.choice(["n1", "n2"])
            begin = self.slurm.kill(node)
            # Sometimes before the controller has noticed, sometimes after it has given the tasks to the other node.
            self.restart.append((time.monotonic() + self.dice.uniform(1, 16), begin))
            done = True
        if done:
            self.faults[kind] = self.faults.get(kind, 0) + 1


def cancelled(slurm, hanscan, scans, folder):
    """Cancels a job while its tasks read, and says whether nothing of it comes back."""
    job = Round(slurm, hanscan, scans, folder, random.Random(1), print)
    run(["bash", f"{job.folder}/hanscan.sbatch"], env=dict(slurm.environment, HANSCAN=hanscan))
    while not slurm.processes([hanscan, "--shard"]):
        time.sleep(0.1)
    slurm.ask("scancel", "--name=hanscan")
    # Longer than Slurm waits between its signals and the kill, and than a task that was put back would wait to begin.
    time.sleep(20)
    left = slurm.jobs()
    slurm.ask("scancel", "--name=hanscan")
    while slurm.jobs() or slurm.processes([hanscan, "--shard"]):
        time.sleep(0.5)
    shutil.rmtree(folder)
    print(f"a job that was cancelled: {'stays away' if not left else f'COMES BACK: {left}'}", flush=True)
    return not left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hanscan")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--scans", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    hanscan = os.path.abspath(given.hanscan)
    folder = tempfile.mkdtemp(prefix="hanscan-cluster-")
    os.chmod(folder, 0o755)
    print(f"seed {given.seed}, in {folder}", flush=True)
    slurm = Slurm(folder)
    good = 0
    try:
        fill(f"{folder}/scans", given.scans)
        subprocess.run([hanscan, "run", f"{folder}/scans", "--out", f"{folder}/one", "--quiet"] + QUICK, check=False)
        os.makedirs(f"{folder}/expected")
        export(hanscan, f"{folder}/one", f"{folder}/expected")
        slurm.start()
        os.makedirs(f"{folder}/cancelled")
        if not cancelled(slurm, hanscan, f"{folder}/scans", f"{folder}/cancelled"):
            return 1
        for number in range(1, given.rounds + 1):
            dice = random.Random(given.seed * 1000 + number)
            place = f"{folder}/round-{number}"
            os.makedirs(f"{place}/found")
            current = Round(slurm, hanscan, f"{folder}/scans", place, dice, print)
            seconds = current.perform(900)
            if os.path.exists(f"{place}/joined/hanscan.sqlite"):
                export(hanscan, f"{place}/joined", f"{place}/found")
                found = differences(f"{folder}/expected", f"{place}/found")
            else:
                found = ["no joined store"]
            good += not found
            faults = ", ".join(f"{count} x {kind}" for kind, count in sorted(current.faults.items())) or "none"
            verdict = "the same bytes" if not found else f"DIFFERENT: {', '.join(found[:5])}"
            print(f"round {number}: {seconds:.0f} s, faults: {faults}: {verdict}", flush=True)
            if found:
                break
            shutil.rmtree(place)
        print(f"{good} of {given.rounds} rounds the same bytes as one machine's")
        return 0 if good == given.rounds else 1
    finally:
        slurm.stop()
        if not given.keep and good == given.rounds:
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
