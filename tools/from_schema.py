#!/usr/bin/env python3
"""Writes what is made from `ludosaure schema`: the tables of requests, settings, addresses and pushes in docs/api.md and the types of the page,
web/src/lib/schema/protocol.ts and module.ts, and web/src/games/GAME/schema.ts. Checks that the other tables of docs/api.md are complete.

usage: from_schema.py [--check] PROGRAM
--check: writes nothing, and fails if a file is not current.

In docs/api.md, a comment such as <!-- requests: sit stand --> names the requests of the table below it, and
<!-- values: create --> the request whose values it explains; the table of all addresses comes after <!-- addresses -->, that of
the pushes without a table of their own after <!-- pushes -->. These are written
by hand, and complete: after <!-- keys: TablePush --> that shape, after <!-- codes --> the codes that requests may be
refused with, and 16384<!-- message_bytes --> is a limit of the hall (hall_limits_standard)."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "web/src"
SHORT = 10  # keys of an object that a table shows
SHORT_LINE = 160  # of an object in TypeScript
SHARED_MEMBERS = 5  # as many are worth a type that others are made of
DEFINITIONS = "#/$defs/"


def definitions(program, *game):
    return json.loads(subprocess.run([program, "schema", *game], check=True, capture_output=True).stdout)["$defs"]


# The tables of docs/api.md.

def keys(schema, defined):
    """Which keys there are, and those of a short object in one."""
    return ", ".join(f"`{key}`" + ("" if key in schema["required"] else "?") + inner_keys(value, defined)
                     for key, value in schema["properties"].items() if key not in ("id", "ok", "push"))


def inner_keys(schema, defined):
    is_list, schema = schema.get("type") == "array", schema.get("items", schema)
    one = next((one for one in schema.get("anyOf", [schema]) if "$ref" in one), {})
    inner = defined[name_of(one["$ref"])].get("properties", {}) if one else {}
    if not 0 < len(inner) <= SHORT:
        return ""
    text = "{" + ",".join(f'"{key}"' for key in inner) + "}"
    return f": `[{text},…]`" if is_list else f": `{text}`"


def takes(request, defined):
    one_of = [key for any_of in request.get("anyOf", ()) for key in any_of["required"]]
    others = {key: value for key, value in request["properties"].items() if key not in ("cmd", *one_of)}
    listed = keys({"properties": others, "required": request["required"]}, defined)
    return "; ".join(filter(None, (" or ".join(f"`{key}`" for key in one_of), listed))) or "–"


def answers(answer, defined):
    if answer is None:
        return "no answer on success"
    if "properties" in answer:
        return ". ".join(filter(None, (keys(answer, defined), answer.get("description"))))
    return ". ".join(filter(None, ("a [step](#step)", answer.get("description"))))


def row(cmd, defined):
    request = defined["Requests"]["properties"][cmd]
    cells = f"`{cmd}`", request["x-who"], takes(request, defined), answers(defined["Answers"]["properties"].get(cmd), defined)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells).rstrip() + " |\n"


def remark(schema):
    """What is said of a value; of a list, with what is in it."""
    return schema.get("description") or (schema.get("items") or {}).get("description", "")


def values(marker, defined):
    request = defined["Requests"]["properties"][marker[2]]
    rows = [f"| `{key}`{'' if key in request['required'] else '?'} | {remark(value)} |\n" for key, value in request["properties"].items()
            if key not in ("id", "cmd")]
    return marker[1] + "| setting | |\n|---|---|\n" + "".join(rows)


WHO = {"anyone": "no `hello` needed", "person": "after `hello`", "account": "a person with an account",
       "watcher": "who [watches](#tables) the table", "seat": "a watcher who has a seat there", "host": "a watcher who is the host"}


def who(marker, defined):
    """All requests, by who may send them."""
    sent = {one: [f"`{cmd}`" for cmd, request in defined["Requests"]["properties"].items() if request["x-who"] == one] for one in WHO}
    return marker[1] + "| who | | may send |\n|---|---|---|\n" + "".join(f"| {one} | {what} | {' '.join(sent[one])} |\n" for one, what in WHO.items())


def addresses(marker, defined):
    rows = []
    for cmd, request in defined["Requests"]["properties"].items():
        for address in request["x-http"]:
            others = [key for key in request["properties"] if key not in ("id", "cmd") and f"{{{key}}}" not in address]
            query = "?" + "&".join(f"{key}=" for key in others) if others and address.startswith("GET") and cmd != "hello" else ""
            rows.append(f"| `{address}{query}` | `{cmd}` |\n")
    return marker[1] + "| address | request |\n|---|---|\n" + "".join(rows)


def pushes(marker, defined):
    rows = [f"| `{name}` | {keys(push, defined) or '–'} | {remark(push)} |\n"
            for name, push in defined["Pushes"]["properties"].items() if "$ref" not in push]
    return marker[1] + "| push | keys | |\n|---|---|---|\n" + "".join(rows)


def first_cells(text, marker):
    """The first cells of the tables that follow a marker."""
    return [cell for rows in re.findall(rf"<!-- {marker} -->\n((?:\|.*\n)+)", text) for cell in re.findall(r"^\| ([^|]*) \|", rows, re.M)[1:]]


def named(cells, order):
    """What first cells name. `a` to `b` is everything from the one to the other."""
    for cell in cells:
        names = re.findall(r"`(\w+)`", cell)
        is_range = re.fullmatch(r"from `\w+` to `\w+`", cell)
        yield from order[order.index(names[0]):order.index(names[1]) + 1] if is_range else names


def incomplete(text, defined):
    """What the tables that are written by hand leave out, or have too much."""
    referee = (ROOT / "docs/referee.md").read_text()
    codes = {code for cell in re.findall(r"^\| ([^|]*) \|", referee, re.M) for code in re.findall(r"`(\w+)`", cell)}
    wanted = {"codes": [code for code in defined["ErrorCode"]["enum"] if code not in codes]}
    for name in re.findall(r"<!-- keys: (\w+) -->", text):
        wanted[f"keys: {name}"] = [key for key in defined[name]["properties"] if key not in {"push", "table"} | ({"id", "ok"} if name != "Info" else set())]
    for marker, names in wanted.items():
        shown = list(named(first_cells(text, marker), names))
        yield from (f"{marker}: {name}: {shown.count(name)} rows" for name in names if shown.count(name) != 1)
        yield from (f"{marker}: there is no {name}" for name in shown if name not in names)
    values = dict(re.findall(r"^    \.(\w+) = (\d+),$", (ROOT / "src/hall/front/client.c").read_text(), re.M))
    shown = {name: value for value, name in re.findall(r"(\d+)<!-- (\w+) -->", text)}
    yield from (f"limits: {name} is {value}, not {shown.get(name)}" for name, value in values.items() if shown.get(name) != value)


def document(defined):
    text, shown = (ROOT / "docs/api.md").read_text(), []

    def table(marker):
        shown.extend(marker[2].split())
        return marker[1] + "| cmd | who | takes | answers |\n|---|---|---|---|\n" + "".join(row(cmd, defined) for cmd in marker[2].split())

    text = re.sub(r"(<!-- requests: ([\w ]+) -->\n)(?:\|.*\n)*", table, text)
    text = re.sub(r"(<!-- values: (\w+) -->\n)(?:\|.*\n)*", lambda marker: values(marker, defined), text)
    text = re.sub(r"(<!-- addresses -->\n)(?:\|.*\n)*", lambda marker: addresses(marker, defined), text)
    text = re.sub(r"(<!-- who -->\n)(?:\|.*\n)*", lambda marker: who(marker, defined), text)
    text = re.sub(r"(<!-- pushes -->\n)(?:\|.*\n)*", lambda marker: pushes(marker, defined), text)
    problems = list(incomplete(text, defined))
    assert not problems, "docs/api.md: " + "; ".join(problems)
    assert sorted(shown) == sorted(defined["Requests"]["properties"]), f"docs/api.md shows {shown}"
    return text


# Types.

def name_of(reference):
    name, *member = reference.removeprefix(DEFINITIONS).split("/properties/")
    return name + "".join(f"['{key}']" for key in member)


def literal(value):
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def members(schema, indent):
    inner = indent + "  "
    for key, value in schema["properties"].items():
        if remark(value):
            yield f"{inner}/** {remark(value)} */\n"
        yield f"{inner}{key}{'' if key in schema['required'] else '?'}: {type_of(value, inner)};\n"
    if schema.get("additionalProperties", False) is not False:
        yield f"{inner}[more: string]: unknown;\n"


def type_of(schema, indent=""):
    """A type of TypeScript. It has the keys that the program knows; that there may be others makes no difference there."""
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "const" in schema or "enum" in schema:
        return " | ".join(literal(value) for value in schema.get("enum", [schema.get("const")]))
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(item, indent) for item in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        item = type_of(schema["items"], indent)
        return f"({item})[]" if " | " in item and not item.startswith("{") else f"{item}[]"
    if schema.get("properties"):
        lines = list(members(schema, indent))
        line = "{ " + " ".join(one.strip() for one in lines).rstrip(";") + " }"
        is_short = len(line) < SHORT_LINE and not any("\n" in one.strip() or "/**" in one for one in lines)
        return line if is_short else "{\n" + "".join(lines) + indent + "}"
    if "anyOf" in schema:
        groups = {one.get("$ref", "").partition("/properties/")[0] for one in schema["anyOf"]}
        if len(groups) == 1 and "/properties/" in schema["anyOf"][0].get("$ref", ""):  # any of a group
            return "{0}[keyof {0}]".format(name_of(groups.pop()))
        return " | ".join(type_of(one, indent) for one in schema["anyOf"])
    if schema.get("type") == "object":
        others = schema["additionalProperties"]
        return "Record<string, never>" if others is False else f"Record<string, {type_of(others, indent)}>"
    return {"integer": "number", None: "unknown"}.get(schema.get("type"), schema.get("type"))


def parts_of(schema, defined):
    """The names of larger types of which this one has all the members."""
    own = schema.get("properties", {})
    for name, other in defined.items():
        theirs = other.get("properties", {})
        if SHARED_MEMBERS <= len(theirs) < len(own) and all(
                own.get(key) == value and (key in schema["required"]) == (key in other["required"]) for key, value in theirs.items()):
            yield name


def declaration(name, schema, defined):
    head = f"/** {schema['description']} */\n" if "description" in schema else ""
    parts = list(parts_of(schema, defined))
    shared = {key for part in parts for key in defined[part]["properties"]}
    rest = schema | {"properties": {key: value for key, value in schema["properties"].items() if key not in shared}} if shared else schema
    return f"{head}export type {name} = {' & '.join([*parts, type_of(rest)])};\n"


def types(of, defined, imported=(), place="../../lib/schema/protocol"):
    parts = [declaration(name, schema, defined) for name, schema in defined.items()]
    short = [part.count("\n") == 1 for part in parts]  # those that follow each other have no empty line between them
    text = "".join(part if i == 0 or short[i] and short[i - 1] else "\n" + part for i, part in enumerate(parts))
    used = [name for name in imported if name not in defined and re.search(rf"(: |\(|\| |<|= ){name}\b", text)]
    head = f"/* {of}, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */\n"
    return head + (f"import type {{ {', '.join(used)} }} from '{place}';\n" if used else "") + "\n" + text


def files(program):
    defined = definitions(program)
    yield ROOT / "docs/api.md", document(defined)
    of_module = json.loads((ROOT / "data/schema/module.json").read_text())
    protocol = {name: schema for name, schema in defined.items() if name not in of_module}
    yield PAGE / "lib/schema/protocol.ts", types("The protocol", protocol)
    yield PAGE / "lib/schema/module.ts", types("What the compiled module is asked and answers",
                                               {name: schema for name, schema in defined.items() if name in of_module}, protocol, "./protocol")
    for file in sorted((ROOT / "data/schema").glob("*.json")):
        if (PAGE / "games" / file.stem).is_dir():
            own = {name: schema for name, schema in definitions(program, file.stem).items() if schema != defined.get(name)}
            yield PAGE / "games" / file.stem / "schema.ts", types(f"The game {file.stem}", own, defined)


def main():
    check = sys.argv[1] == "--check"
    stale = [path for path, text in files(sys.argv[-1]) if not path.exists() or path.read_text() != text]
    for path, text in [] if check else files(sys.argv[-1]):
        path.write_text(text)
    for path in stale if check else []:
        print(f"{path.relative_to(ROOT)} is not current: tools/from_schema.py PROGRAM writes it")
    sys.exit(bool(check and stale))


if __name__ == "__main__":
    main()
