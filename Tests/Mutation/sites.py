"""sites.py   finds the places of Swift code that can be mutated, by its tokens, and writes mutants into them.

An operator becomes one of its own, which asks which mutant is active: precedence and types stay as they are. All else is
wrapped into a call of `Mutants` (Mutants.swift). Lines stay where they are, so that a compiler's error names the mutant.
"""
import re
from dataclasses import dataclass

COMPARISONS = {'==': '!=', '!=': '==', '<': '<=', '<=': '<', '>': '>=', '>=': '>'}
ARITHMETIC = {'+': '-', '-': '+', '*': '/', '/': '*', '%': '/', '+=': '-=', '-=': '+='}
BOOLEAN = {'&&': '||', '||': '&&'}
SWAPS = COMPARISONS | ARITHMETIC | BOOLEAN
# Characters that Swift allows in operators; a mutant's number is written in them.
DIGITS = '∀∁∂∃∄∅∆∇∈∉∊∋∌∍∎∏'


@dataclass
class Site:
    file: str
    kind: str
    begin: int
    end: int
    old: str
    new: str
    line: int = 0
    number: int = 0

    def text(self):
        return f'{self.file}:{self.line}: {self.kind}: {self.old} -> {self.new}'


def code_of(text):
    """The text with comments and strings blanked out; every character keeps its place."""
    blank = re.compile(
        r'//[^\n]*|/\*.*?\*/|#"""(?:.*?)"""#|"""(?:\\.|.)*?"""|#"(?:.*?)"#|#/.*?/#|'
        r'"(?:\\\((?:[^()"]|"[^"\n]*"|\((?:[^()"]|"[^"\n]*"|\([^()]*\))*\))*\)|\\.|[^"\\\n])*"', re.S)
    return blank.sub(lambda match: re.sub(r'[^\n]', '\x01' if match[0][0] in '"#' else ' ', match[0]), text)


def closing(code, start, ends=''):
    """The place of the bracket that closes the one at `start`, or of one of `ends` outside of inner brackets."""
    depth = 0
    for place in range(start, len(code)):
        if code[place] in '([{':
            depth += 1
        elif code[place] in ')]}':
            depth -= 1
            if depth <= 0:
                return place
        elif depth == 0 and code[place] in ends:
            return place
    return len(code)


def operators(code):
    names = '|'.join(re.escape(name) for name in sorted(SWAPS, key=len, reverse=True))
    for match in re.finditer(rf'(?<=\s)({names})(?=\s)', code):
        if re.search(r'(func|operator)\s*$', code[:match.start()]):
            continue
        kind = 'comparison' if match[0] in COMPARISONS else 'boolean' if match[0] in BOOLEAN else 'arithmetic'
        yield kind, match.start(), match.end(), match[0], SWAPS[match[0]]
    for match in re.finditer(r'(?<=[\s(\[])!(?=[\w(])', code):
        yield 'negation', match.start(), match.end(), '!', ''


def constants(code):
    for match in re.finditer(r'(?<![\w.$#\x01])(\d[\d_]*(?:\.\d+)?)(?![\w.]*\w)', code):
        value = match[0].replace('_', '')
        changed = '0' if value == '1' else str(float(value) + 1) if '.' in value else str(int(value) + 1)
        yield 'constant', match.start(), match.end(), match[0], changed
    for match in re.finditer(r'(?<![\w.#])(true|false)(?!\w)', code):
        yield 'constant', match.start(), match.end(), match[0], 'false' if match[0] == 'true' else 'true'


def conditions(code):
    for match in re.finditer(r'(?<![\w.#])(?:if|guard|while) (?=\S)', code):
        start = match.end()
        while start < len(code):
            end = start
            while end < len(code) and code[end] not in ',{\n':
                if code[end] in '([':
                    end = closing(code, end)
                if code.startswith(' else ', end):
                    break
                end += 1
            part = code[start:end].strip()
            if part and '\n' not in part and not re.match(r'(let|var|case|_)\b|#', part):
                begin = start + len(code[start:end]) - len(code[start:end].lstrip())
                yield 'condition', begin, begin + len(part), part, f'!({part})'
            if end >= len(code) or code[end] != ',':
                break
            start = end + 1


def calls(code):
    keywords = r'(?:if|guard|return|for|while|switch|case|throw|let|var|func|init|super|self\.init|else|do|defer|precondition)\b'
    for match in re.finditer(
        rf'(?m)^[ ]+(?!{keywords})((?:_ = )?(?:try )?(?:await )?[a-zA-Z_][\w.?]*\()', code):
        end = closing(code, match.end(1) - 1) + 1
        before = code[:match.start()].rstrip()
        after = code[end:].lstrip(' ')
        if not before or before[-1] not in '{})]\x01\'' and not (before[-1].isalnum() and before[-1] != '_'):
            continue
        if re.search(r'\b(return|in|else)$', before) and not before.endswith('in') or not after.startswith('\n'):
            continue
        if re.match(r'[.?:&|+{]', after.lstrip()) or '\n' in code[match.start(1):end]:
            continue
        yield 'call', match.start(1), end, code[match.start(1):end], 'nothing'


def returns(code):
    for match in re.finditer(r'(?<![\w.])return (?=\S)', code):
        if re.match(r'(if|switch)\b|nil\b', code[match.end():]):
            continue
        place, depth = match.end(), 0
        while place < len(code):
            if code[place] in '([{':
                depth += 1
            elif code[place] in ')]}':
                depth -= 1
                if depth < 0:
                    break
            elif depth == 0 and code[place] == '\n' and re.match(r'\s*(case|default|#)\b', code[place:]):
                break
            place += 1
        value = code[match.end():place].rstrip()
        if not value:
            continue
        # The value begins after `try` and `await`, which stand in front of the call.
        start = match.end() + re.match(r'(try )?(await )?', value).end()
        end = match.end() + len(value)
        yield 'return', start, end, code[start:end], 'other'


def sites(file, text):
    code = code_of(text)
    for find in (operators, constants, conditions, calls, returns):
        for kind, begin, end, old, new in find(code):
            old = text[begin:end] if kind != 'return' else ' '.join(text[begin:end].split())
            new = f'!({old})' if kind == 'condition' else new
            yield Site(file, kind, begin, end, old, new, text.count('\n', 0, begin) + 1)


def name_of(site):
    digits, number = '', site.number
    while number:
        digits, number = DIGITS[number % 16] + digits, number // 16
    return site.old + digits


def rewritten(text, chosen):
    """The text with these mutants; of two that overlap, the inner one is written first."""
    inserts = []
    for site in chosen:
        number, width = site.number, site.end - site.begin
        if site.kind in ('comparison', 'boolean', 'arithmetic', 'negation'):
            inserts += [(site.end, -2, 0, name_of(site)[len(site.old):])]
            continue
        if site.kind == 'call':
            opening, close = f'if !Mutants.is({number}) {{ ', ' }'
        elif site.kind == 'constant':
            opening, close = f'Mutants.value({number}, ', f', {site.new})'
        else:
            opening, close = f'Mutants.{"condition" if site.kind == "condition" else "result"}({number}, ', ')'
        # At one place, an outer mutant opens first and closes last.
        inserts += [(site.begin, 1, -width, opening), (site.end, 0, width, close)]
    for place, _, _, insert in sorted(inserts, reverse=True):
        text = text[:place] + insert + text[place:]
    return text


def operator_of(site):
    """The declaration of a mutant's operator."""
    old, new, name, test = site.old, site.new, name_of(site), f'Mutants.is({site.number})'
    if site.kind == 'negation':
        return f'prefix operator {name}\nprefix func {name} (a: Bool) -> Bool {{ {test} ? a : !a }}\n'
    if site.kind == 'comparison':
        needs = 'Equatable' if old in ('==', '!=') else 'Comparable'
        text = f'infix operator {name} : ComparisonPrecedence\n'
        text += f'func {name} <T: {needs}>(a: T, b: T) -> Bool {{ {test} ? a {new} b : a {old} b }}\n'
        text += f'func {name} <T: {needs}, U: {needs}>(a: (T, U), b: (T, U)) -> Bool {{ {test} ? a {new} b : a {old} b }}\n'
        if needs == 'Equatable':
            text += (f'func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool '
                     f'{{ {test} ? a {new} b : a {old} b }}\n')
        return text
    if site.kind == 'boolean':
        order = 'LogicalConjunctionPrecedence' if old == '&&' else 'LogicalDisjunctionPrecedence'
        return (f'infix operator {name} : {order}\n'
                f'func {name} <E>(a: Bool, b: @autoclosure () throws(E) -> Bool) throws(E) -> Bool '
                f'{{ if {test} {{ return try a {"? true : b()" if new == "||" else "? b() : false"} }}\n'
                f'return try a {"? b() : false" if new == "||" else "? true : b()"} }}\n')
    if old in ('+=', '-='):
        text = f'infix operator {name} : AssignmentPrecedence\n'
        text += (f'func {name} <T: AdditiveArithmetic>(a: inout T, b: T) '
                 f'{{ if {test} {{ a {new} b }} else {{ a {old} b }} }}\n')
        if old == '+=':
            text += f'func {name} (a: inout String, b: String) {{ if !{test} {{ a += b }} }}\n'
            text += (f'func {name} <T, S: Sequence>(a: inout [T], b: S) where S.Element == T '
                     f'{{ if !{test} {{ a += b }} }}\n')
        return text
    order = 'AdditionPrecedence' if old in '+-' else 'MultiplicationPrecedence'
    text = f'infix operator {name} : {order}\n'
    if old in '+-':
        text += f'func {name} <T: AdditiveArithmetic>(a: T, b: T) -> T {{ {test} ? a {new} b : a {old} b }}\n'
    else:
        text += f'func {name} <T: BinaryInteger>(a: T, b: T) -> T {{ {test} ? a {new} b : a {old} b }}\n'
    if old in '*/':
        text += f'func {name} <T: FloatingPoint>(a: T, b: T) -> T {{ {test} ? a {new} b : a {old} b }}\n'
    if old == '+':
        text += f'func {name} (a: String, b: String) -> String {{ {test} ? a : a + b }}\n'
        text += f'func {name} <T>(a: [T], b: [T]) -> [T] {{ {test} ? a : a + b }}\n'
    return text
