#!/usr/bin/env python3
"""Turns the files of the page into one C file, each also compressed if that makes it smaller.

usage: page.py ROOT OUTPUT DEPFILE

Includes every file under ROOT, named by its path from there; lists them in DEPFILE for ninja.
"""
import gzip
import hashlib
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from arrays import array

TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json", ".map": "application/json",
    ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".png": "image/png",
    ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon", ".woff2": "font/woff2",
    ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
}
# A build of the page gives these files a part of their hash as a name: app-3fa9c1d2.js.
IMMUTABLE = re.compile(r"^/assets/.*[-.][0-9A-Za-z_-]{8,}\.\w+$")


def brotli(content):
    return subprocess.run(["brotli", "--best", "--stdout", "-"], input=content,
                          stdout=subprocess.PIPE, check=True).stdout


def encode(content):
    return ("plain", content), ("gzip", gzip.compress(content, 9, mtime=0)), ("brotli", brotli(content))


root, output, depfile = sys.argv[1:]
root = os.path.relpath(root)  # ninja cannot read every name of a folder in a depfile
files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names)
with open(depfile, "w", encoding="utf-8") as out:
    out.write(f"{output}: " + " ".join(name.replace(" ", "\\ ") for name in files) + "\n")
with open(output, "w", encoding="ascii") as out:
    out.write('#include "server/http/http.h"\n\n')
    rows = []
    contents = [pathlib.Path(name).read_bytes() for name in files]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        encodings = list(threads.map(encode, contents))
    for index, (name, content) in enumerate(zip(files, contents)):
        path = "/" + os.path.relpath(name, root)
        encoded = []
        for kind, bytes_ in encodings[index]:
            if kind == "plain" or len(bytes_) < len(content):
                out.write(array(f"{kind}_{index}", bytes_))
                encoded.append(f"{{{kind}_{index}, {len(bytes_)}}}")
            else:
                encoded.append("{NULL, 0}")
        kind = TYPES.get(os.path.splitext(name)[1], "application/octet-stream")
        immutable = "true" if IMMUTABLE.match(path) else "false"
        etag = hashlib.sha256(content).hexdigest()[:24]
        rows.append(f'    {{"{path}", "{kind}", "{etag}", {immutable}, {{{", ".join(encoded)}}}}},\n')
    out.write("\nconst struct page_file page_files[] = {\n" + "".join(rows))
    out.write("    {.path = NULL},\n};\n")
