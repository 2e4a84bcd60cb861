#!/usr/bin/env python3
"""sbom.py VERSION FILE...   prints what the package consists of and uses, as CycloneDX JSON; `deb.sh` calls it.

FILE are the programs of the package. Each Debian package that they link, directly or not, is a component with the
version that they were built with, and so is each recommended one whose programs or data they load. The licences are
those that the copyright file of the package names.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone

ROOT = pathlib.Path(__file__).resolve().parents[2]
APACHE = [{'license': {'id': 'Apache-2.0'}}]
# Models, fonts and data that are compiled into the program: CycloneDX type, path below Sources, licences.
COMPILED_IN = [
    ('machine-learning-model', 'Recognition/Resources/hanscan.traineddata'),
    ('machine-learning-model', 'Recognition/Resources/documents.lstm'),
    ('machine-learning-model', 'Recognition/Resources/text-detection.network'),
    ('machine-learning-model', 'Understanding/Receipts/tagger.weights'),
    ('machine-learning-model', 'Understanding/Kinds/kinds.weights'),
    ('machine-learning-model', 'Imaging/Marks/marks.txt'),
    ('machine-learning-model', 'Recognition/Resources/receipts.letters'),
    ('data', 'Recognition/Resources/receipts.words'),
    ('file', 'Export/Resources/glyphless.ttf'),
    ('file', 'Export/Resources/srgb.icc'),
]


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, 'LC_ALL': 'C'}).stdout


def package_of(library):
    """The Debian package of a file, which may be known under the other name of a merged directory."""
    real = os.path.realpath(library)
    for name in dict.fromkeys((library, real, library.removeprefix('/usr'), real.removeprefix('/usr'))):
        found = subprocess.run(['dpkg', '-S', name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(':')[0]
    sys.exit(f'sbom.py: {library} is of no Debian package')


def licences(package):
    path = pathlib.Path(f'/usr/share/doc/{package}/copyright')
    text = path.read_text(errors='replace') if path.exists() else ''
    names = sorted(set(re.findall(r'^License:[ \t]*(\S[^\n]*)', text, re.M)))
    if not names:
        names = sorted(set(re.findall(r'/usr/share/common-licenses/([\w.+-]*\w)', text)))
    return [{'license': {'name': name}} for name in names or [f'see {path}']]


def debian(package, scope):
    found = subprocess.run(
        ['dpkg-query', '-W', '-f', '${Version} ${Architecture} ${source:Package}', package], capture_output=True, text=True)
    if found.returncode or not found.stdout.split():
        sys.exit(f'sbom.py: {package} is not installed')
    version, architecture, source = found.stdout.split()
    purl = f'pkg:deb/debian/{package}@{version.replace("+", "%2B").replace(":", "%3A")}?arch={architecture}'
    return {'type': 'library', 'bom-ref': purl, 'name': package, 'version': version, 'scope': scope, 'purl': purl,
            'licenses': licences(package), 'properties': [{'name': 'debian:source', 'value': source}]}


def compiled_in(kind, name, version):
    content = (ROOT / 'Sources' / name).read_bytes()
    return {'type': kind, 'bom-ref': f'file:{name}', 'name': os.path.basename(name), 'version': version,
            'scope': 'required', 'licenses': APACHE,
            'hashes': [{'alg': 'SHA-256', 'content': hashlib.sha256(content).hexdigest()}]}


def swift():
    line = output(os.environ.get('SWIFT', 'swift'), '--version')
    return {'type': 'framework', 'bom-ref': 'swift-runtime', 'name': 'Swift runtime and standard library',
            'version': re.search(r'Swift version ([\d.]+)', line)[1], 'scope': 'required',
            'licenses': [{'expression': 'Apache-2.0 WITH Swift-exception'}]}


def bill(version, programs):
    linked = {library for program in programs
              for library in re.findall(r'(/[^ \n]+) \(0x', output('ldd', program))
              if '/swift/' not in library}
    packages = sorted({package_of(library) for library in linked})
    control = (ROOT / 'Sources/Packaging/control').read_text()
    loaded = re.search(r'^Recommends: (.*)', control, re.M)[1].split(', ')
    components = [swift(), *(debian(name, 'required') for name in packages),
                  *(debian(name, 'optional') for name in loaded if name not in packages),
                  *(compiled_in(kind, name, version) for kind, name in COMPILED_IN)]
    made = datetime.fromtimestamp(int(os.environ.get('SOURCE_DATE_EPOCH', 0)), timezone.utc)
    identity = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([version, components]))
    program = {'type': 'application', 'bom-ref': 'hanscan', 'name': 'hanscan', 'version': version, 'licenses': APACHE}
    return {'bomFormat': 'CycloneDX', 'specVersion': '1.5', 'serialNumber': f'urn:uuid:{identity}', 'version': 1,
            'metadata': {'timestamp': made.strftime('%Y-%m-%dT%H:%M:%SZ'), 'component': program},
            'components': components,
            'dependencies': [{'ref': 'hanscan', 'dependsOn': [component['bom-ref'] for component in components]}]}


def check(found):
    """The fields that the schema of CycloneDX 1.5 requires, and their forms; ends the program if one is wrong."""
    kinds = {'application', 'framework', 'library', 'data', 'file', 'machine-learning-model'}
    components = [found['metadata']['component'], *found['components']]
    references = [component['bom-ref'] for component in components]
    faults = [f'{component["name"]}: {what}' for component in components for what, holds in [
        ('type', component['type'] in kinds), ('name', component['name']), ('version', component['version']),
        ('scope', component.get('scope', 'required') in ('required', 'optional', 'excluded')),
        # Either licences or one expression.
        ('licenses', component['licenses'] and all(
            ('expression' in entry) != ('license' in entry) for entry in component['licenses'])),
        ('licence', all(
            ('id' in entry['license']) != ('name' in entry['license'])
            for entry in component['licenses'] if 'license' in entry)),
    ] if not holds]
    if len(set(references)) < len(references):
        faults.append('two components have one bom-ref')
    if not re.fullmatch(r'urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', found['serialNumber']):
        faults.append('serialNumber')
    if not {ref for entry in found['dependencies'] for ref in [entry['ref'], *entry['dependsOn']]} <= set(references):
        faults.append('dependencies')
    if faults:
        sys.exit('sbom.py: not CycloneDX: ' + '; '.join(faults))


if __name__ == '__main__':
    result = bill(sys.argv[1], sys.argv[2:])
    check(result)
    print(json.dumps(result, indent=2, ensure_ascii=False))
