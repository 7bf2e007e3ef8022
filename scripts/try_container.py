"""Carry out deploy/Containerfile where there is no tool that builds containers: scripts/try_container.py

Each stage is a copy-on-write view of this machine's files instead of the image it names, so nothing is changed outside;
this machine's Python stands in for that of the images, and Node.js is taken away where their image has none. Then the
server is started as the container would start it, asked for its health and for a table, and stopped. It needs root,
overlay mounts, and a network for the packages.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
ISOLATED = "SHINAR_ISOLATED"  # set in the process that has mounts of its own
PYTHON = Path(sys.base_prefix) / "bin"
SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PASSED_ON = ("PIP_", "NPM_", "npm_", "SSL_", "NODE_", "HTTP", "http")  # variables that packages may need to be found
TRIAL = """

{server} &
server=$!
tries=0
until {health} 2>/dev/null; do
    tries=$((tries + 1)); [ $tries -lt 60 ] || exit 1; sleep 1
done
{python} -c '{ask}' || exit 1
began=$(date +%s%N)
kill -TERM $server && wait $server; code=$?
echo "stopped with code $code after $((($(date +%s%N) - began) / 1000000)) ms"
ls -ld /data /data/shinar.db
exit $code
"""
ASK = """
import json, urllib.request as web
body = json.dumps({"game": "babel", "seats": [{"kind": "person"}, {"kind": "bot"}]}).encode()
asked = web.Request("http://127.0.0.1:8765/api/tables", body, {"Content-Type": "application/json"})
print("made table", json.load(web.urlopen(asked))["table"])
assert b"<!doctype html>" in web.urlopen("http://127.0.0.1:8765/").read().lower()
"""


@dataclass
class Stage:
    """One stage of the file: a view of this machine's files, and what was set for those who run there."""

    root: Path
    user: str = "root"
    folder: str = "/"
    variables: dict[str, str] = field(default_factory=dict)
    entry: list[str] = field(default_factory=list)
    health: str = ""

    def command(self, words: list[str]) -> list[str]:
        """Words that run a command there, as the user who was set."""
        inside = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", *words]
        return ["chroot", str(self.root), *(words if self.user == "root" else inside)]

    def environment(self) -> dict[str, str]:
        """The variables that are set there."""
        passed_on = {name: value for name, value in os.environ.items() if name.startswith(PASSED_ON)}
        return {**passed_on, "PATH": f"{PYTHON}:{SYSTEM}", "HOME": "/tmp", **self.variables}


def main() -> None:
    """Build, then try what was built."""
    if ISOLATED not in os.environ:
        words = ["unshare", "--mount", sys.executable, __file__]
        sys.exit(subprocess.run(words, env={**os.environ, ISOLATED: "1"}, check=False).returncode)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True)
        try:
            try_out(build(folder))
        finally:
            subprocess.run(["umount", "--recursive", "--lazy", folder], check=True)


def build(folder: Path) -> Stage:
    """Carry out every line of the file; its last stage."""
    stages: dict[str, Stage] = {}
    for line in (PROJECT / "deploy" / "Containerfile").read_text().splitlines():
        if line and not line.startswith("#"):
            print(f"-- {line}", flush=True)
            word, _, rest = line.partition(" ")
            if word == "FROM":
                image, _, name = rest.partition(" AS ")
                stage = stages[name] = begin(folder / f"stage-{len(stages)}", has_node="node" in image)
            else:
                carry_out(word, rest, stage, stages)
    return stage


def begin(folder: Path, *, has_node: bool) -> Stage:
    """A stage on this machine's files."""
    for name in ("changes", "work", "root"):
        (folder / name).mkdir(parents=True)
    root, places = folder / "root", f"lowerdir=/,upperdir={folder / 'changes'},workdir={folder / 'work'}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", places, root], check=True)
    subprocess.run(["mount", "--rbind", "/dev", root / "dev"], check=True)
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    for parent in PYTHON.parents:  # the image's Python can be read by everybody
        inside = root / str(parent).lstrip("/")
        inside.chmod(inside.stat().st_mode | 0o055)
    for name in ("node", "npm", "npx"):
        if not has_node:
            (root / "usr" / "bin" / name).unlink(missing_ok=True)
    for name in ("passwd", "group"):
        forget_people(root / "etc" / name)
    return Stage(root)


def forget_people(path: Path) -> None:
    """Leave in a list of users or groups those that an image has too."""
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if int(line.split(":")[2]) not in range(1000, 60_000)))


def carry_out(word: str, rest: str, stage: Stage, stages: dict[str, Stage]) -> None:
    """One line of the file."""
    if word == "WORKDIR":
        stage.folder = rest
        (stage.root / rest.lstrip("/")).mkdir(parents=True)
    elif word == "COPY":
        copy(rest.split(), stage, stages)
    elif word == "RUN":
        words = stage.command(["sh", "-c", f"cd {stage.folder} && {rest}"])
        subprocess.run(words, env=stage.environment(), check=True)
    elif word == "USER":
        stage.user = rest
    elif word == "ENV":
        stage.variables |= dict(pair.split("=", 1) for pair in rest.split())
    elif word == "HEALTHCHECK":
        stage.health = rest.removeprefix("CMD ")
    elif word == "ENTRYPOINT":
        stage.entry = json.loads(rest)
    elif word not in {"VOLUME", "EXPOSE", "STOPSIGNAL"}:
        raise ValueError(f"{word} is not known here")


def copy(words: list[str], stage: Stage, stages: dict[str, Stage]) -> None:
    """Copy from another stage, or everything that is committed."""
    target = stage.root / stage.folder.lstrip("/") / words[-1].lstrip("/")
    if words[0].startswith("--from="):
        source = stages[words[0].removeprefix("--from=")].root / words[1].lstrip("/")
        shutil.copytree(source, target, symlinks=True)
        return
    archive = subprocess.run(["git", "-C", PROJECT, "archive", "HEAD"], check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", target], input=archive.stdout, check=True)


def try_out(stage: Stage) -> None:
    """Start the server, ask it, stop it: in a network of its own."""
    python = str(Path(stage.entry[0]).parent / "python")
    script = TRIAL.format(server=shlex.join(stage.entry), health=stage.health, python=python, ask=ASK)
    as_root = ["unshare", "--net", "chroot", str(stage.root), "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    as_user = ["setpriv", f"--reuid={stage.user}", f"--regid={stage.user}", "--clear-groups", "sh", "-c", script]
    done = subprocess.run([*as_root, *as_user], env=stage.environment(), check=False)
    print("the container's steps hold" if done.returncode == 0 else f"failed with code {done.returncode}")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
