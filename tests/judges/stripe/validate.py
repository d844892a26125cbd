"""Validates recorded answers against Stripe's published OpenAPI: prints what differs, once each, as JSON."""
import json
import re
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

asked = json.load(sys.stdin)
specification = json.load(open(asked["specification"]))


def as_json_schema(part):
    """OpenAPI 3.0 says `nullable`, and its references need the name of the document."""
    if isinstance(part, list):
        return [as_json_schema(each) for each in part]
    if not isinstance(part, dict):
        return part
    schema = {
        key: f"urn:stripe{value}" if key == "$ref" and isinstance(value, str) else as_json_schema(value)
        for key, value in part.items()
    }
    return {"anyOf": [schema, {"type": "null"}]} if schema.pop("nullable", False) is True else schema


document = {"components": {"schemas": as_json_schema(specification["components"]["schemas"])}}
registry = Registry().with_resource("urn:stripe", Resource.from_contents(document, default_specification=DRAFT202012))
routes = [
    (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path, methods)
    for path, methods in sorted(specification["paths"].items(), key=lambda each: each[0].count("{"))
]
validators = {}


def validator_for(method, address, status):
    for pattern, path, methods in routes:
        if pattern.match(address) and method.lower() in methods:
            name = (method, path, status == 200)
            if name not in validators:
                responses = methods[method.lower()]["responses"]
                schema = responses["200" if status == 200 else "default"]["content"]["application/json"]["schema"]
                validators[name] = Draft202012Validator(as_json_schema(schema), registry=registry)
            return f"{method} {path}", validators[name]
    return f"{method} {address}", None


def deepest(error):
    while error.context:
        error = max(error.context, key=lambda each: len(each.absolute_path))
    return error


found, checked = {}, 0
for line in open(asked["calls"]):
    call = json.loads(line)
    operation, validator = validator_for(call["method"], call["path"].split("?")[0], call["status"])
    if validator is None:
        if call["status"] == 200:
            found[f"{operation}: no such operation"] = True
        continue
    checked += 1
    for error in validator.iter_errors(call["answer"]):
        leaf = deepest(error)
        where = "/".join("#" if isinstance(each, int) else str(each) for each in leaf.absolute_path)
        found[f"{operation} answers {call['status']}: {where}: {leaf.message[:200]}"] = True
if all(validator.is_valid({}) for validator in validators.values()):
    found["It takes every answer, and judges nothing."] = True
json.dump({"checked": checked, "found": sorted(found)}, sys.stdout)
