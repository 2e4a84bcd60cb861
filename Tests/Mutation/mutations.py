#!/usr/bin/env python3
"""mutations.py BUILD   changes the code of some modules in many ways, one at a time, and runs their tests against each.

BUILD is the folder of a build with tests, whose commands are taken from its manifest. A seeded sample of mutants is
written into copies of the modules, compiled into one program, and chosen by a variable of the environment. Mutants that
do not compile are left out. A run of each suite without a mutant tells which mutants it reaches, and how long it takes.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from sites import operator_of, rewritten, sites

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Options of the compiler with a value, and without one, that have no part in compiling one module by itself.
VALUED = {'-emit-module-path', '-output-file-map', '-num-threads', '-emit-objc-header-path', '-module-cache-path'}
DROPPED = {'-emit-dependencies', '-emit-module', '-serialize-diagnostics', '-parseable-output', '-emit-objc-header',
           '-warnings-as-errors', '-c'}


class Build:
    """The commands of a build, with some modules compiled anew."""

    def __init__(self, folder, work):
        self.folder = pathlib.Path(folder).resolve()
        scratch = next(parent for parent in self.folder.parents if (parent / f'{self.folder.name}.yaml').exists())
        self.root = scratch.parent
        self.manifest = (scratch / f'{self.folder.name}.yaml').read_text()
        self.work = work

    def command(self, pattern):
        return json.loads(re.search(pattern + r'.*?\n    args: (\[.*?\])\n', self.manifest, re.S)[1])

    def compile(self, module, *options):
        """Compiles the copy of a module; returns the errors as (file, line, text)."""
        words, given = [], iter(self.command(rf'"C\.{module}-[^"\n]*\.module":'))
        for word in given:
            if word in VALUED:
                next(given)
            elif word.startswith('@'):
                lines = pathlib.Path(word[1:]).read_text().split('\n')
                words += [f"{line}".strip("'") for line in lines if '/DerivedSources/' in line]
            elif word not in DROPPED and not re.match(r'-j\d+$', word):
                words.append(word)
        words += ['-suppress-warnings', '-module-cache-path', f'{self.work}/cache', *options]
        words += sorted(map(str, (self.work / 'Sources' / module).rglob('*.swift')))
        result = subprocess.run(['nice', *words], cwd=self.work, capture_output=True, text=True)
        found = re.findall(r'^(/[^:\n]+):(\d+):\d+: error: (.*)', result.stdout + result.stderr, re.M)
        if result.returncode and not found:
            sys.exit(f'mutations.py: {module} does not compile:\n{result.stderr[-3000:]}')
        return {(file, int(line), text) for file, line, text in found}

    def link(self, modules, program):
        words = self.command(rf'"C\.{program}-(?:x86_64|aarch64)-[^"\n]*\.(?:exe|test)":')
        output = self.work / 'program' / os.path.basename(words[words.index('-o') + 1])
        words[words.index('-o') + 1] = str(output)
        for index, word in enumerate(words):
            if word.startswith('@'):
                objects = pathlib.Path(word[1:]).read_text().split('\n')
                kept = [name for name in objects if not any(f'/{module}.build/' in name for module in modules)]
                kept += [f'{self.work}/{module}.o' for module in modules]
                (self.work / f'{program}.objects').write_text('\n'.join(kept))
                words[index] = f'@{self.work}/{program}.objects'
        subprocess.run(['nice', *words], check=True, cwd=self.root)

    def link_all(self, modules):
        """The programs that tests run, beside each other; those without a mutated module as they are."""
        (self.work / 'program').mkdir()
        for name in ('hanscan-members', 'hanscan-fixture-tool', 'hanscan-fixture-worker', 'hanscan-bench'):
            shutil.copy2(self.folder / name, self.work / 'program')
        for bundle in self.folder.glob('*.resources'):
            shutil.copytree(bundle, self.work / 'program' / bundle.name)
        self.link(modules, 'hanscan')
        self.link(modules, 'HanScanPackageTests')


def draw(folders, count, seed):
    """A sample of mutants, in random order, with numbers from 1."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / 'Sources' / folder).rglob('*.swift')):
            found += sites(str(path.relative_to(ROOT / 'Sources')), path.read_text())
    random.Random(seed).shuffle(found)
    # Some don't compile.
    chosen = found[:count * 13 // 10 + 5]
    for number, site in enumerate(chosen, 1):
        site.number = number
    return chosen, len(found)


def module_of(site):
    return site.file.split('/')[0]


def compile_module(build, module, chosen):
    """Writes the mutants of a module and compiles it; returns those that compile."""
    kept = [site for site in chosen if module_of(site) == module]
    folder = build.work / 'Sources' / module
    shutil.copytree(ROOT / 'Sources' / module, folder)
    shutil.copy(HERE / 'Mutants.swift', folder)
    dirty = {site.file for site in kept}
    for options in (['-typecheck'], ['-c', '-o', f'{build.work}/{module}.o']):
        while True:
            for file in dirty:
                text = (ROOT / 'Sources' / file).read_text()
                (build.work / 'Sources' / file).write_text(rewritten(text, [site for site in kept if site.file == file]))
            (folder / 'MutantOperators.swift').write_text(''.join(
                operator_of(site) for site in kept
                if site.kind in ('comparison', 'boolean', 'arithmetic', 'negation')))
            errors = build.compile(module, *options)
            if not errors:
                break
            lost = set()
            for file, line, text in errors:
                file = os.path.relpath(file, build.work / 'Sources')
                above = [site for site in kept if site.file == file and site.line <= line]
                if not above:
                    sys.exit(f'mutations.py: {file}:{line}: {text}')
                nearest = max(site.line for site in above)
                lost |= {site.number for site in above if site.line == nearest}
            dirty = {site.file for site in kept if site.number in lost}
            kept = [site for site in kept if site.number not in lost]
    return kept


def suites_of(pattern):
    """The suites of the tests whose MODULE.SUITE matches."""
    names = set()
    for path in ROOT.glob('Tests/*Tests/**/*.swift'):
        module = path.relative_to(ROOT / 'Tests').parts[0]
        for plain, sentence in re.findall(r'(?:struct|class|enum) (?:(\w+Tests)\b|`([^`\n]+)`)', path.read_text()):
            names.add(f'{module}.{plain or sentence}')
    return sorted(name for name in names if re.fullmatch(pattern, name))


class Runner:
    """Runs suites of the test program."""

    def __init__(self, work):
        self.program = work / 'program' / 'HanScanPackageTests.xctest'

    def run(self, suite, timeout, **variables):
        """('passed', 'failed' or 'timed out', seconds); stops at the first failure."""
        module, name = suite.split('.', 1)
        # A name may be a sentence in backticks.
        pattern = '`?' + re.sub(r'\W', '.', name) + '`?'
        place = '/dev/shm' if os.access('/dev/shm', os.W_OK) else None
        folder = tempfile.mkdtemp(prefix='hanscan-mutant-', dir=place)
        os.chmod(folder, 0o755)
        variables = {key: str(value) for key, value in variables.items()}
        begin = time.monotonic()
        process = subprocess.Popen(
            ['nice', self.program, '--testing-library', 'swift-testing', '--filter', rf'^{module}\.{pattern}/'],
            env={**os.environ, 'TMPDIR': folder, 'SWIFT_BACKTRACE': 'enable=no', **variables},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        late = threading.Event()
        clock = threading.Timer(timeout, lambda: (late.set(), os.killpg(process.pid, signal.SIGKILL)))
        clock.start()
        failed, count = False, 0
        for line in process.stdout:
            count += '✔'.encode() in line
            if '✘'.encode() in line:
                failed = True
                break
        clock.cancel()
        if failed:
            os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
        self.stop_children(folder)
        shutil.rmtree(folder, ignore_errors=True)
        seconds = time.monotonic() - begin
        if late.is_set():
            return 'timed out', seconds
        return ('failed' if failed or status or not count else 'passed'), seconds

    @staticmethod
    def stop_children(folder):
        """Ends programs that a killed test left: those with its folder in their environment."""
        for entry in pathlib.Path('/proc').glob('[0-9]*'):
            try:
                if f'TMPDIR={folder}\0'.encode() in (entry / 'environ').read_bytes():
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                continue


def baseline(runner, suites, work, jobs):
    """The mutants that each suite reaches, and its seconds; suites that fail without a mutant are told and left out."""
    reached, seconds = {}, {}

    def measure(suite):
        log = work / f'{suite}.reached'
        log.touch()
        log.chmod(0o666)
        outcome, seconds[suite] = runner.run(suite, 300, HANSCAN_MUTANTS_REACHED=log)
        if outcome == 'passed':
            reached[suite] = {int(line) for line in log.read_text().split()}
        else:
            print(f'{suite} {outcome} without a mutant: left out', flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(measure, suites))
    return reached, seconds


def judge(runner, site, suites, seconds):
    """The fate of a mutant, and the suite that found it."""
    if not suites:
        return 'survived', 'reached by no test'
    for suite in sorted(suites, key=seconds.get):
        outcome, _ = runner.run(suite, 10 + 5 * seconds[suite], HANSCAN_MUTANT=site.number)
        if outcome == 'failed':
            return 'killed', suite
        if outcome == 'timed out':
            return 'timed out', suite
    return 'survived', f'{len(suites)} suites passed'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build')
    parser.add_argument('--sample', type=int, default=400)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--modules', default='', help='folders of suites.txt; all of them if none is named')
    parser.add_argument('--jobs', type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument('--work', default='', help='a folder for the copy, which is kept')
    given = parser.parse_args()
    lines = [line.split() for line in (HERE / 'suites.txt').read_text().split('\n') if line and line[0] != '#']
    patterns = {folder: pattern for folder, pattern in lines if not given.modules or folder in given.modules.split()}
    work = pathlib.Path(given.work or tempfile.mkdtemp(prefix='hanscan-mutants-')).resolve()
    work.mkdir(exist_ok=True)
    try:
        mutate(given, patterns, work)
    finally:
        if not given.work:
            shutil.rmtree(work)


def mutate(given, patterns, work):
    build, runner = Build(given.build, work), Runner(work)
    chosen, count = draw(patterns, given.sample, given.seed)
    modules = sorted({module_of(site) for site in chosen})
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        kept = sum(pool.map(lambda module: compile_module(build, module, chosen), modules), [])
    print(f'{count} places, {len(chosen)} drawn, {len(kept)} compile', flush=True)
    kept = sorted(kept, key=lambda site: site.number)[:given.sample]
    build.link_all(modules)
    folders = {site.number: next(folder for folder in patterns if site.file.startswith(folder + '/')) for site in kept}
    suites = {folder: suites_of(pattern) for folder, pattern in patterns.items()}
    reached, seconds = baseline(runner, sorted(set(sum(suites.values(), []))), work, given.jobs)
    print(f'{len(reached)} suites, {sum(seconds.values()):.0f} s without a mutant', flush=True)
    tally = {folder: {} for folder in patterns}

    def run(site):
        folder = folders[site.number]
        able = [suite for suite in suites[folder] if site.number in reached.get(suite, ())]
        outcome, why = judge(runner, site, able, seconds)
        tally[folder][outcome] = tally[folder].get(outcome, 0) + 1
        if outcome != 'killed':
            print(f'{outcome}: {site.text()} ({why})', flush=True)

    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(run, kept))
    report(tally)


def report(tally):
    print(f'\n{"":24}{"mutants":>9}{"killed":>9}{"timed out":>11}{"survived":>10}{"found":>8}')
    total = {}
    for counts in tally.values():
        for outcome, count in counts.items():
            total[outcome] = total.get(outcome, 0) + count
    for folder, counts in [*tally.items(), ('all', total)]:
        killed, late, survived = (counts.get(name, 0) for name in ('killed', 'timed out', 'survived'))
        count = killed + late + survived
        print(f'{folder:24}{count:9}{killed:9}{late:11}{survived:10}{(killed + late) / max(count, 1):8.1%}')


if __name__ == '__main__':
    main()
