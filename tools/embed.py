#!/usr/bin/env python3
"""Turns the files of data/ into one C file, so that the program runs from anywhere.

usage: embed.py [--small] ROOT OUTPUT FILE...
FILEs are under ROOT and are named by the path from there.
--small: JSON without spaces and without remarks for people.
"""
import argparse
import json
import os

from arrays import array

REMARKS = ("about", "assumed")

parser = argparse.ArgumentParser()
for argument in ("root", "output"):
    parser.add_argument(argument)
parser.add_argument("files", nargs="*")
parser.add_argument("--small", action="store_true")
arguments = parser.parse_args()
root, output, files = arguments.root, arguments.output, arguments.files


def small(content):
    values = {key: value for key, value in json.loads(content).items() if key not in REMARKS}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


with open(output, "w", encoding="ascii") as out:
    out.write('#include "data/data.h"\n\n#include <stddef.h>\n\n')
    for index, name in enumerate(files):
        with open(name, "rb") as file:
            content = small(file.read()) if arguments.small else file.read()
        out.write(array(f"file_{index}", content))
    out.write("\nconst struct data_file data_files[] = {\n")
    for index, name in enumerate(files):
        path = os.path.relpath(name, root)
        out.write(f'    {{"{path}", (const char *)file_{index}, sizeof file_{index} - 1}},\n')
    out.write("    {NULL, NULL, 0},\n};\n")
