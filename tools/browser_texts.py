#!/usr/bin/env python3
"""Writes the texts that the program for the browser sends as one JSON file: file -> section -> key -> languages.

usage: browser_texts.py --sections NAME,… OUTPUT FILE...
A section may be followed by the only key that is wanted: play.computer_names.
"""
import argparse
import json
import pathlib

parser = argparse.ArgumentParser()
parser.add_argument("--sections", type=lambda names: names.split(","), required=True)
parser.add_argument("output", type=pathlib.Path)
parser.add_argument("files", type=pathlib.Path, nargs="+")
arguments = parser.parse_args()


def wanted(texts):
    result = {}
    for section, _, key in (name.partition(".") for name in arguments.sections):
        if section in texts:
            result[section] = {key: texts[section][key]} if key else texts[section]
    return result


texts = {file.stem: wanted(json.loads(file.read_text("utf-8"))) for file in arguments.files}
arguments.output.write_text(json.dumps(texts, ensure_ascii=False, separators=(",", ":")), "utf-8")
