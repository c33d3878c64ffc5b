#!/usr/bin/env python3
"""Prints a list of all crates that are compiled into the programs (an SBOM in CycloneDX 1.5), by `cargo metadata`."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    data = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    # From the published programs along all dependencies but those of tests.
    reached, left = set(), [id for id in data["workspace_members"] if packages[id]["publish"] != []]
    while left:
        id = left.pop()
        if id not in reached:
            reached.add(id)
            kinds = {dependency["pkg"]: {kind["kind"] for kind in dependency["dep_kinds"]} for dependency in nodes[id]["deps"]}
            left += [dependency for dependency, found in kinds.items() if found != {"dev"}]

    def name(id):
        return f"pkg:cargo/{packages[id]['name']}@{packages[id]['version']}"

    def component(id):
        package = packages[id]
        licence = [{"expression": package["license"].replace("/", " OR ")}] if package["license"] else []
        return {"type": "library", "bom-ref": name(id), "purl": name(id), "name": package["name"], "version": package["version"],
                "licenses": licence}

    ordered = sorted(reached, key=name)
    below = lambda id: sorted({name(dependency["pkg"]) for dependency in nodes[id]["deps"] if dependency["pkg"] in reached})
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "components": [component(id) for id in ordered],
        "dependencies": [{"ref": name(id), "dependsOn": below(id)} for id in ordered],
    }, indent=1))


main()
