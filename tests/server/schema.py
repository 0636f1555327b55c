"""Checks messages against `ludosaure schema`. Every message that a test receives is checked, so this is a small checker of exactly the
keywords that the program writes: it takes microseconds where a complete one takes milliseconds. tests/data/json_schema.py compares it with one."""
import functools
import json
import os
import subprocess

KNOWN = {"$ref", "type", "const", "enum", "anyOf", "items", "prefixItems", "minItems", "properties", "required", "additionalProperties", "minimum", "maximum",
         "minLength", "maxLength", "description", "x-http", "x-who"}
NOT_LISTED = " is not in "
TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None), "array": list, "object": dict}


class Misfit(Exception):
    """A value is not as the schema says."""


def require(condition, where, why):
    if not condition:
        raise Misfit(f"{where or 'the message'}: {why}")


class Schema:
    """A document, compiled to functions `check(value, where)` that raise Misfit."""

    def __init__(self, program, *game):
        # With sanitizers, no leak check, because it takes seconds.
        environment = {"ASAN_OPTIONS": "detect_leaks=0", **os.environ}
        output = subprocess.run([program, "schema", *game], check=True, capture_output=True, env=environment).stdout
        self.document = json.loads(output)
        self.checks = {}

    def check(self, reference, value):
        self.find("#/$defs/" + reference)(value, "")

    def find(self, reference):
        if reference not in self.checks:
            schema = self.document
            for key in reference.split("/")[1:]:
                schema = schema[key]
            self.checks[reference] = self.compile(schema)
        return self.checks[reference]

    def compile(self, schema):
        if schema is False:
            return lambda value, where: require(False, where, f"unexpected: {value!r}")
        assert set(schema) <= KNOWN, f"unknown keywords: {set(schema) - KNOWN}"
        checks = [getattr(self, made)(schema) for keyword, made in (
            ("$ref", "reference"), ("type", "typed"), ("const", "listed"), ("enum", "listed"), ("anyOf", "any_of"), ("items", "array"),
            ("required", "members"), ("minimum", "limits"), ("minLength", "limits")) if keyword in schema]

        def check(value, where):
            for each in checks:
                each(value, where)
        return checks[0] if len(checks) == 1 else check

    def reference(self, schema):
        return lambda value, where: self.find(schema["$ref"])(value, where)

    def typed(self, schema):
        name, types = schema["type"], TYPES[schema["type"]]
        is_number = name in ("integer", "number")
        return lambda value, where: require(isinstance(value, types) and not (is_number and isinstance(value, bool)), where,
                                            f"{value!r} is no {name}")

    def listed(self, schema):
        values = schema.get("enum", [schema.get("const")])
        return lambda value, where: require(any(value == one and type(value) is type(one) for one in values), where, f"{value!r}{NOT_LISTED}{values}")

    def any_of(self, schema):
        checks = [self.compile(one) for one in schema["anyOf"]]

        def check(value, where):
            failures = []
            for each in checks:
                try:
                    return each(value, where)
                except Misfit as failure:
                    failures.append(str(failure))
            # Those with another value of the key that tells them apart were not meant.
            raise Misfit(" – or ".join([one for one in failures if NOT_LISTED not in one] or failures))
        return check

    def array(self, schema):
        item, first = self.compile(schema["items"]), [self.compile(one) for one in schema.get("prefixItems", ())]
        fewest = schema.get("minItems", 0)

        def check(value, where):
            for index, one in enumerate(value if isinstance(value, list) else ()):
                (first[index] if index < len(first) else item)(one, f"{where}[{index}]")
            require(not isinstance(value, list) or len(value) >= fewest, where, "too short")
        return check

    def members(self, schema):
        known = {key: self.compile(value) for key, value in schema.get("properties", {}).items()}
        required, others = set(schema["required"]), self.compile(schema.get("additionalProperties", {}))

        def check(value, where):
            if isinstance(value, dict):
                for key, one in value.items():
                    known.get(key, others)(one, f"{where}.{key}")
                require(required <= value.keys(), where, f"lacks {sorted(required - value.keys())}")
        return check

    def limits(self, schema):
        low, high = schema.get("minimum", schema.get("minLength")), schema.get("maximum", schema.get("maxLength"))

        def check(value, where):
            size = len(value) if isinstance(value, str) else value
            require(low <= size and (high is None or size <= high), where, f"{value!r} is not within {low} and {high}")
        return check


FOR_TESTS = ("seed", "position")  # keys that only servers for tests accept


class Protocol:
    """The messages of a program's server. Those about a table are checked as its game describes them."""

    def __init__(self, program):
        self.program, self.games = program, {}
        self.of_game = functools.cache(lambda game: Schema(program, game))
        self.plain = Schema(program)

    def of_table(self, table):
        return self.of_game(self.games[table]) if isinstance(table, str) and table in self.games else self.plain

    def check(self, message, request):
        """A message that came. `request` is the one that it answers, if it is known."""
        for info in (message.get("info"), *message.get("tables", ())):
            if isinstance(info, dict):
                self.games[info["id"]] = info["game"]
        schema = self.of_table(message.get("table", request.get("table") if request else None))
        if "push" in message:
            schema.check(f"Pushes/properties/{message['push']}", message)
        elif not message.get("ok"):
            schema.check("Refusal", message)
        elif not request:
            schema.check("Answer", message)
        else:
            self.plain.check(f"Requests/properties/{request['cmd']}", {key: request[key] for key in request if key not in FOR_TESTS})
            schema.check(f"Answers/properties/{request['cmd']}", message)


protocols = functools.cache(Protocol)
