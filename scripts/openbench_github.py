"""Answers for GitHub out of a local repository, for programs that ask it through `requests`.

Put as `sitecustomize.py` into a folder on PYTHONPATH: Python loads it into every process before the program, which need not be
changed. Every https request of the process then ends here, none reaches the network. What is answered:

    https://api.github.com/repos/OWNER/NAME/branches/B, /commits/REF, /compare/A...B, /zipball/REF
    https://github.com/OWNER/NAME/archive/REF.zip
    https://raw.githubusercontent.com/OWNER/NAME/REF/PATH

STAND_IN_REPOSITORY is the folder of the repository, STAND_IN_NAME is OWNER/NAME. What the process says to an OpenBench server and
hears from it is added to the file STAND_IN_RECORD, one JSON object a line, where that is set.
"""

import io
import json
import os
import re
import subprocess
import time
from urllib.parse import parse_qs, urlsplit

try:
    import requests
    from requests.adapters import BaseAdapter, HTTPAdapter
except ImportError:  # pip's own processes have no need of it
    requests = None

REPOSITORY = os.environ.get("STAND_IN_REPOSITORY", ".")
NAME = os.environ.get("STAND_IN_NAME", "local/upheaval")
RECORD = os.environ.get("STAND_IN_RECORD")
# What clients exchange with their server and a check needs again.
RECORDED = ("clientGetWorkload", "clientSubmitResults", "clientSubmitPGN")


def git(*arguments):
    """What git prints, as bytes; LookupError if it refuses."""
    done = subprocess.run(["git", "-C", REPOSITORY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode != 0:
        raise LookupError(" ".join(arguments))
    return done.stdout


def commit(reference):
    """A commit as GitHub describes it."""
    sha = git("rev-parse", "--verify", reference + "^{commit}").decode().strip()
    return {"sha": sha, "commit": {"message": git("log", "-1", "--format=%B", sha).decode()}}


def branch(name):
    """A branch as GitHub describes it; not a tag, and not a number."""
    git("rev-parse", "--verify", "refs/heads/" + name)
    return {"name": name, "commit": commit(name)}


def archive(reference, folder):
    """The files of a commit in one folder, as a zip."""
    return git("archive", "--format=zip", f"--prefix={folder}/", reference)


def compare(two):
    """How far the second of `A...B` is ahead."""
    first, second = two.split("...")
    return {"ahead_by": int(git("rev-list", "--count", f"{first}..{second}"))}


def answer(url):
    """The body of an answer; LookupError if there is none."""
    parts = urlsplit(url)
    path = parts.path.strip("/")
    short = NAME.rpartition("/")[2]
    routes = [
        ("api.github.com", rf"repos/{NAME}/branches/(.+)", branch),
        ("api.github.com", rf"repos/{NAME}/commits/(.+)", commit),
        ("api.github.com", rf"repos/{NAME}/compare/(.+)", compare),
        ("api.github.com", rf"repos/{NAME}/zipball/(.+)", lambda ref: archive(ref, f"{short}-{ref[:7]}")),
        ("github.com", rf"{NAME}/archive/(.+)\.zip", lambda ref: archive(ref, f"{short}-{ref}")),
        ("raw.githubusercontent.com", rf"{NAME}/([^/]+)/(.+)", lambda ref, path: git("show", f"{ref}:{path}")),
    ]
    for host, pattern, make in routes:
        if parts.netloc == host and (found := re.fullmatch(pattern, path)):
            body = make(*found.groups())
            return body if isinstance(body, bytes) else json.dumps(body).encode()
    raise LookupError(url)


if requests:

    class StandIn(BaseAdapter):
        """In place of the network, for https."""

        def send(self, request, **_options):
            response = requests.Response()
            response.request, response.url = request, request.url
            try:
                body, response.status_code = answer(request.url), 200
            except LookupError as error:
                body, response.status_code = json.dumps({"message": f"Not Found: {error}"}).encode(), 404
            response.raw = io.BytesIO(body)
            return response

        def close(self):
            pass

    class Recorder(HTTPAdapter):
        """The network, for http, with a record of what was said."""

        def send(self, request, **options):
            response = super().send(request, **options)
            endpoint = urlsplit(request.url).path.strip("/")
            if RECORD and endpoint in RECORDED:
                body = request.body if isinstance(request.body, str) else ""
                said = {key: values[0] for key, values in parse_qs(body).items()}
                line = {"time": time.time(), "endpoint": endpoint, "said": said, "heard": response.text}
                with open(RECORD, "a", encoding="utf-8") as record:
                    record.write(json.dumps(line) + "\n")
            return response

    plain_init = requests.Session.__init__

    def init(session):
        plain_init(session)
        session.trust_env = False
        session.mount("https://", StandIn())
        session.mount("http://", Recorder())

    requests.Session.__init__ = init
