"""The binary writer of WebAssembly modules: instructions, functions with structured control, sections.

Two ways to write code meet here. A `Function` is written in order, one instruction after the other, as the lowering of
rules does. A `Code` is a finished piece that leaves one value; the hand-written runtime composes such pieces with
ordinary operators.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

I32, I64, V128 = 0x7F, 0x7E, 0x7B

OPS: dict[str, bytes] = {
    name: bytes([code])
    for code, name in {
        0x00: "unreachable", 0x0F: "return", 0x1A: "drop", 0x1B: "select",
        0x45: "i32.eqz", 0x46: "i32.eq", 0x47: "i32.ne", 0x48: "i32.lt_s", 0x49: "i32.lt_u", 0x4A: "i32.gt_s",
        0x4B: "i32.gt_u", 0x4C: "i32.le_s", 0x4D: "i32.le_u", 0x4E: "i32.ge_s", 0x4F: "i32.ge_u",
        0x50: "i64.eqz", 0x51: "i64.eq", 0x52: "i64.ne", 0x53: "i64.lt_s", 0x54: "i64.lt_u", 0x55: "i64.gt_s",
        0x56: "i64.gt_u", 0x57: "i64.le_s", 0x58: "i64.le_u", 0x59: "i64.ge_s", 0x5A: "i64.ge_u",
        0x67: "i32.clz", 0x68: "i32.ctz", 0x69: "i32.popcnt", 0x6A: "i32.add", 0x6B: "i32.sub", 0x6C: "i32.mul",
        0x6D: "i32.div_s", 0x6E: "i32.div_u", 0x6F: "i32.rem_s", 0x70: "i32.rem_u", 0x71: "i32.and", 0x72: "i32.or",
        0x73: "i32.xor", 0x74: "i32.shl", 0x75: "i32.shr_s", 0x76: "i32.shr_u", 0x77: "i32.rotl",
        0x79: "i64.clz", 0x7A: "i64.ctz", 0x7B: "i64.popcnt", 0x7C: "i64.add", 0x7D: "i64.sub", 0x7E: "i64.mul",
        0x7F: "i64.div_s", 0x80: "i64.div_u", 0x81: "i64.rem_s", 0x82: "i64.rem_u", 0x83: "i64.and", 0x84: "i64.or",
        0x85: "i64.xor", 0x86: "i64.shl", 0x87: "i64.shr_s", 0x88: "i64.shr_u", 0x89: "i64.rotl",
        0xA7: "i32.wrap_i64", 0xAC: "i64.extend_i32_s", 0xAD: "i64.extend_i32_u",
    }.items()
}  # fmt: skip
ACCESS: dict[str, int] = {
    "i32.load": 0x28, "i64.load": 0x29, "i32.load8_u": 0x2D, "i32.load16_u": 0x2F, "i64.load32_s": 0x34,
    "i64.load32_u": 0x35, "i32.store": 0x36, "i64.store": 0x37, "i32.store8": 0x3A, "i64.store32": 0x3E,
}  # fmt: skip


def unsigned(value: int) -> bytes:
    """LEB128 of a number that is not negative."""
    if value < 0x80:
        return bytes((value,))
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """LEB128 of a signed number."""
    if -64 <= value < 64:
        return bytes((value & 0x7F,))
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


def wrapped(value: int, bits: int) -> int:
    """The signed number with the same low bits; constants are written signed whatever they mean."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def i32(value: int) -> bytes:
    return b"\x41" + signed(wrapped(value, 32))


def i64(value: int) -> bytes:
    return b"\x42" + signed(wrapped(value, 64))


def vector(items: list[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of code that leaves one value. A plain number beside it takes its type."""

    code: bytes
    type: int = I32

    def _with(self, op: str, other: Code | int) -> Code:
        prefix = "i32." if self.type == I32 else "i64."
        right = other.code if isinstance(other, Code) else i32(other) if self.type == I32 else i64(other)
        return Code(self.code + right + OPS[prefix + op], self.type)

    def _test(self, op: str, other: Code | int) -> Code:
        return Code(self._with(op, other).code, I32)

    def __add__(self, other: Code | int) -> Code:
        return self._with("add", other)

    def __sub__(self, other: Code | int) -> Code:
        return self._with("sub", other)

    def __mul__(self, other: Code | int) -> Code:
        return self._with("mul", other)

    def __and__(self, other: Code | int) -> Code:
        return self._with("and", other)

    def __or__(self, other: Code | int) -> Code:
        return self._with("or", other)

    def __xor__(self, other: Code | int) -> Code:
        return self._with("xor", other)

    def __lshift__(self, other: Code | int) -> Code:
        return self._with("shl", other)

    def __rshift__(self, other: Code | int) -> Code:
        """Shift without sign."""
        return self._with("shr_u", other)

    def __invert__(self) -> Code:
        return self._with("xor", -1)

    def over(self, other: Code | int) -> Code:
        """Quotient of unsigned numbers."""
        return self._with("div_u", other)

    def modulo(self, other: Code | int) -> Code:
        """Remainder of unsigned numbers."""
        return self._with("rem_u", other)

    def eq(self, other: Code | int) -> Code:
        return self._test("eq", other)

    def ne(self, other: Code | int) -> Code:
        return self._test("ne", other)

    def lt(self, other: Code | int) -> Code:
        return self._test("lt_s", other)

    def gt(self, other: Code | int) -> Code:
        return self._test("gt_s", other)

    def le(self, other: Code | int) -> Code:
        return self._test("le_s", other)

    def ge(self, other: Code | int) -> Code:
        return self._test("ge_s", other)

    def below(self, other: Code | int) -> Code:
        """Less, as unsigned numbers."""
        return self._test("lt_u", other)

    def above(self, other: Code | int) -> Code:
        """Greater, as unsigned numbers."""
        return self._test("gt_u", other)

    def zero(self) -> Code:
        return Code(self.code + OPS["i32.eqz" if self.type == I32 else "i64.eqz"], I32)

    def popcnt(self) -> Code:
        return Code(self.code + OPS["i32.popcnt" if self.type == I32 else "i64.popcnt"], self.type)

    def ctz(self) -> Code:
        return Code(self.code + OPS["i32.ctz" if self.type == I32 else "i64.ctz"], self.type)

    def clz(self) -> Code:
        return Code(self.code + OPS["i32.clz" if self.type == I32 else "i64.clz"], self.type)

    def low(self) -> Code:
        """The low half of a 64-bit value."""
        return Code(self.code + OPS["i32.wrap_i64"], I32)

    def long(self) -> Code:
        """As a 64-bit value, without sign."""
        return Code(self.code + OPS["i64.extend_i32_u"], I64)


def const(value: int) -> Code:
    return Code(i32(value), I32)


def const64(value: int) -> Code:
    return Code(i64(value), I64)


def load(address: Code | int, offset: int = 0, op: str = "i32.load") -> Code:
    """What lies in memory at address + offset."""
    if isinstance(address, int):
        offset, address = offset + address, const(0)
    kind = I32 if op.startswith("i32") else I64
    return Code(address.code + bytes((ACCESS[op], 0)) + unsigned(offset), kind)


def choose(test: Code, yes: Code, no: Code) -> Code:
    """One of two values, both computed."""
    return Code(yes.code + no.code + test.code + OPS["select"], yes.type)


@dataclass(frozen=True, slots=True)
class Var(Code):
    """A local of a function; as code, its value."""

    index: int = 0


def variable(index: int, kind: int) -> Var:
    return Var(b"\x20" + unsigned(index), kind, index)


@dataclass(frozen=True, slots=True)
class Global(Code):
    """A global of the module; as code, its value."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """A place to branch to: how many constructs were open outside it."""

    depth: int


@dataclass(slots=True)
class Function:
    """One function, written in order."""

    index: int
    params: tuple[int, ...]
    results: tuple[int, ...]
    code: bytearray = field(default_factory=bytearray)
    locals: list[int] = field(default_factory=list)
    depth: int = 0

    def param(self, number: int) -> Var:
        return variable(number, self.params[number])

    def local(self, kind: int = I32) -> Var:
        self.locals.append(kind)
        return variable(len(self.params) + len(self.locals) - 1, kind)

    # --- values

    def put(self, *pieces: Code) -> None:
        for piece in pieces:
            self.code += piece.code

    def op(self, name: str) -> None:
        self.code += OPS[name]

    def simd(self, code: int) -> None:
        """A vector instruction without operands."""
        self.code += b"\xfd" + unsigned(code)

    def i32(self, value: int) -> None:
        self.code += i32(value)

    def i64(self, value: int) -> None:
        self.code += i64(value)

    def const(self, value: int, kind: int) -> None:
        self.code += i32(value) if kind == I32 else i64(value)

    def set(self, var: Var) -> None:
        self.code += b"\x21" + unsigned(var.index)

    def tee(self, var: Var) -> None:
        self.code += b"\x22" + unsigned(var.index)

    def let(self, var: Var, value: Code | int) -> None:
        if isinstance(value, int):
            self.const(value, var.type)
        else:
            self.code += value.code
        self.code += b"\x21" + unsigned(var.index)

    def save(self, name: Global, value: Code | int | None = None) -> None:
        """Set a global, to what lies on the stack if no value is given."""
        if isinstance(value, int):
            self.const(value, name.type)
        elif value is not None:
            self.code += value.code
        self.code += b"\x24" + unsigned(name.index)

    def load(self, op: str, offset: int = 0) -> None:
        """Load from the address on the stack."""
        self.code += bytes((ACCESS[op], 0)) + unsigned(offset)

    def store(self, op: str, offset: int = 0) -> None:
        """Store the value on the stack at the address below it."""
        self.code += bytes((ACCESS[op], 0)) + unsigned(offset)

    def keep(self, address: Code | int, value: Code | int, offset: int = 0, op: str = "i32.store") -> None:
        """Store a value in memory at address + offset."""
        if isinstance(address, int):
            offset, address = offset + address, const(0)
        self.put(address)
        if isinstance(value, int):
            self.const(value, I32 if op.startswith("i32") else I64)
        else:
            self.put(value)
        self.store(op, offset)

    def call(self, function: Function, *args: Code | int) -> None:
        for number, arg in enumerate(args):
            if isinstance(arg, int):
                self.const(arg, function.params[number])
            else:
                self.code += arg.code
        self.code += b"\x10" + unsigned(function.index)

    def fill(self, address: Code, value: int, size: Code) -> None:
        self.put(address, const(value), size)
        self.code += b"\xfc\x0b\x00"

    def copy(self, to: Code, source: Code, size: Code) -> None:
        self.put(to, source, size)
        self.code += b"\xfc\x0a\x00\x00"

    # --- control

    def begin(self, opcode: int, kind: int | None = None) -> Label:
        self.code.append(opcode)
        self.code.append(0x40 if kind is None else kind)
        self.depth += 1
        return Label(self.depth)

    def end(self) -> None:
        self.depth -= 1
        self.code.append(0x0B)

    @contextmanager
    def block(self, kind: int | None = None) -> Iterator[Label]:
        """A branch to its label leaves it."""
        yield self.begin(0x02, kind)
        self.end()

    @contextmanager
    def loop(self) -> Iterator[Label]:
        """A branch to its label begins it again; at its end it is left."""
        yield self.begin(0x03)
        self.end()

    @contextmanager
    def when(self, test: Code | None = None, kind: int | None = None) -> Iterator[Label]:
        """Code that runs if the test (or what lies on the stack) holds; `otherwise` begins the other case."""
        if test is not None:
            self.put(test)
        yield self.begin(0x04, kind)
        self.end()

    def otherwise(self) -> None:
        self.code.append(0x05)

    @contextmanager
    def repeat(self, test: Code) -> Iterator[Label]:
        """Run the code inside as long as the test holds. A branch to its label leaves the loop."""
        with self.block() as done, self.loop() as again:
            self.br_if(done, test.zero())
            yield done
            self.br(again)

    def br(self, label: Label) -> None:
        self.code += b"\x0c" + unsigned(self.depth - label.depth)

    def br_if(self, label: Label, test: Code | None = None) -> None:
        if test is not None:
            self.put(test)
        self.code += b"\x0d" + unsigned(self.depth - label.depth)

    def br_table(self, labels: list[Label], default: Label) -> None:
        self.code += b"\x0e" + vector([unsigned(self.depth - label.depth) for label in labels])
        self.code += unsigned(self.depth - default.depth)

    def back(self, value: Code | int | None = None) -> None:
        """Return, with a value or with what lies on the stack."""
        if isinstance(value, int):
            self.const(value, self.results[0])
        elif value is not None:
            self.put(value)
        self.code += b"\x0f"

    def encode(self) -> bytes:
        runs: list[list[int]] = []
        for kind in self.locals:
            if runs and runs[-1][1] == kind:
                runs[-1][0] += 1
            else:
                runs.append([1, kind])
        body = vector([unsigned(count) + bytes((kind,)) for count, kind in runs]) + bytes(self.code) + b"\x0b"
        return unsigned(len(body)) + body


@dataclass(slots=True)
class Module:
    """A module without imports: functions, one memory, globals, exports, constant data."""

    functions: list[Function] = field(default_factory=list)
    globals: list[tuple[int, int]] = field(default_factory=list)
    exports: list[tuple[str, int, int]] = field(default_factory=list)
    data: list[tuple[int, bytes]] = field(default_factory=list)
    pages: int = 1

    def function(
        self, params: tuple[int, ...] = (), results: tuple[int, ...] = (), export: str | None = None
    ) -> Function:
        made = Function(len(self.functions), params, results)
        self.functions.append(made)
        if export is not None:
            self.exports.append((export, 0, made.index))
        return made

    def variable(self, kind: int = I32, start: int = 0) -> Global:
        self.globals.append((kind, start))
        index = len(self.globals) - 1
        return Global(b"\x23" + unsigned(index), kind, index)

    def encode(self) -> bytes:
        types: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        for f in self.functions:
            types.setdefault((f.params, f.results), len(types))
        signatures = [b"\x60" + vector([bytes((k,)) for k in p]) + vector([bytes((k,)) for k in r]) for p, r in types]
        start = {I32: i32, I64: i64}
        sections = [
            (1, vector(signatures)),
            (3, vector([unsigned(types[f.params, f.results]) for f in self.functions])),
            (5, vector([b"\x00" + unsigned(self.pages)])),
            (6, vector([bytes((kind, 1)) + start[kind](value) + b"\x0b" for kind, value in self.globals])),
            (7, vector([_name(name) + bytes((what,)) + unsigned(index) for name, what, index in
                        [("memory", 2, 0), *self.exports]])),
            (10, vector([f.encode() for f in self.functions])),
            (11, vector([b"\x00" + i32(at) + b"\x0b" + unsigned(len(what)) + what for at, what in self.data])),
        ]  # fmt: skip
        return b"\0asm\1\0\0\0" + b"".join(bytes((number,)) + unsigned(len(body)) + body for number, body in sections)


def _name(text: str) -> bytes:
    encoded = text.encode()
    return unsigned(len(encoded)) + encoded
