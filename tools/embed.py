#!/usr/bin/env python3
"""Turns the files of data/ into one C file, so that the program runs from anywhere.

usage: embed.py [--sections NAME,…] ROOT OUTPUT FILE...
FILEs are under ROOT and are named by the path from there. With --sections, text files keep only these.
"""
import argparse
import json
import os

parser = argparse.ArgumentParser()
parser.add_argument("--sections", type=lambda names: names.split(","))
for argument in ("root", "output"):
    parser.add_argument(argument)
parser.add_argument("files", nargs="*")
arguments = parser.parse_args()
root, output, files = arguments.root, arguments.output, arguments.files


def only_sections(content):
    sections = {name: value for name, value in json.loads(content).items() if name in arguments.sections}
    return json.dumps(sections, ensure_ascii=False, separators=(",", ":")).encode()


with open(output, "w", encoding="ascii") as out:
    out.write('#include "data/data.h"\n\n#include <stddef.h>\n\n')
    for index, name in enumerate(files):
        with open(name, "rb") as file:
            content = file.read()
        if arguments.sections and os.path.relpath(name, root).startswith("texts/"):
            content = only_sections(content)
        out.write(f"static const unsigned char file_{index}[] = {{")
        out.write(",".join(map(str, content + b"\0")))
        out.write("};\n")
    out.write("\nconst struct data_file data_files[] = {\n")
    for index, name in enumerate(files):
        path = os.path.relpath(name, root)
        out.write(f'    {{"{path}", (const char *)file_{index}, sizeof file_{index} - 1}},\n')
    out.write("    {NULL, NULL, 0},\n};\n")
