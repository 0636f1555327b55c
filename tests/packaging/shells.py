"""What bash and zsh offer to complete a command line with."""
import os
import pathlib
import pty
import re
import select
import subprocess
import tempfile
import time


def bash_offers(script, line):
    """The offers of bash for the end of the line. Words are split as bash does, at = too."""
    words = re.findall(r"=|[^\s=]+", line)
    if line.endswith(" ") or not words:
        words.append("")
    program = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ludosaure; printf "%s\\n" "${COMPREPLY[@]}"'
    run = subprocess.run(["bash", "--norc", "-uc", program, "bash", script, *words], capture_output=True, text=True)
    assert run.returncode == 0 and not run.stderr, run
    return [offer for offer in run.stdout.split("\n") if offer]


ZSHRC = """\
PROMPT=
unsetopt zle_bracketed_paste beep
fpath=($FUNCTIONS $fpath)
autoload -Uz compinit && compinit -u -D
# Control-T completes, and writes the offers to a file instead of the screen.
compadd() {
    local -a hits
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
    fi
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- $hits >>$OFFERS
    return $(( $#hits == 0 ))
}
offer() {
    _main_complete
    compstate[insert]= compstate[list]=
}
zle -C offer complete-word offer
finish() {
    zle offer
    print -r -- '--end--' >>$OFFERS
    BUFFER=
}
zle -N finish
bindkey '^T' finish
print -r -- '--end--' >>$OFFERS
"""


class Zsh:
    """An interactive zsh on a terminal of its own."""

    def __init__(self, functions, **environment):
        self.folder = tempfile.TemporaryDirectory()
        self.offered = pathlib.Path(self.folder.name, "offers")
        self.offered.touch()
        pathlib.Path(self.folder.name, ".zshrc").write_text(ZSHRC, encoding="utf-8")
        environment = {**os.environ, "LC_ALL": "C.UTF-8", **environment, "ZDOTDIR": self.folder.name, "OFFERS": str(self.offered),
                       "FUNCTIONS": str(functions), "TERM": "dumb", "HOME": self.folder.name}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe("zsh", ["zsh", "-d", "-i"], environment)
        self.wait()

    def wait(self):
        """Returns what was written until the end marker, and empties the file."""
        deadline = time.monotonic() + 600
        while "--end--" not in (text := self.offered.read_text(encoding="utf-8")):
            assert time.monotonic() < deadline, f"zsh does not answer: {text}"
            if select.select([self.terminal], [], [], 0.02)[0]:
                os.read(self.terminal, 4096)  # the screen
        self.offered.write_text("", encoding="utf-8")
        return [line for line in text.split("\n") if line and line != "--end--"]

    def offers(self, line):
        os.write(self.terminal, line.encode() + b"\x14")
        return self.wait()

    def close(self):
        os.write(self.terminal, b"\x04")
        os.close(self.terminal)
        os.waitpid(self.process, 0)
        self.folder.cleanup()
