"""Holds policies against the service authorization list that parliament carries: prints what is not possible, as JSON."""
import json
import sys

import parliament
from parliament import UnknownActionException, UnknownPrefixException, expand_action, is_arn_match
from parliament.statement import get_arn_format


def as_list(value):
    return value if isinstance(value, list) else [value]


def kinds_of(action):
    """The kinds of resources that it can be allowed of. Several services share a prefix."""
    for service in parliament.iam_definition:
        if service["prefix"] != action["service"]:
            continue
        for privilege in service["privileges"]:
            if privilege["privilege"].lower() == action["action"].lower():
                for each in privilege["resource_types"]:
                    kind = each["resource_type"].rstrip("*")
                    if kind:
                        yield kind, get_arn_format(kind, service["resources"])


def possible(action, resource):
    """Whether the action can be allowed of the resource: where it names no kind of resource, of "*" alone."""
    return resource == "*" or any(is_arn_match(kind, form, resource) for kind, form in kinds_of(action))


def findings_of(where, document):
    for statement in as_list(document["Statement"]):
        actions = []
        for action in as_list(statement["Action"]):
            try:
                actions.append((action, expand_action(action)))
            except (UnknownActionException, UnknownPrefixException) as error:
                yield f"{where}: {error}"
        resources = as_list(statement.get("Resource", []))
        for action, expanded in actions:
            if resources and not any(possible(each, resource) for each in expanded for resource in resources):
                yield f"{where}: {action} is not possible for {', '.join(resources)}"
        for resource in resources:
            if actions and not any(possible(each, resource) for _, expanded in actions for each in expanded):
                yield f"{where}: nothing that is allowed is possible for {resource}"
        if "Principal" not in statement:
            alone = {"Version": "2012-10-17", "Statement": [statement]}
            for finding in parliament.analyze_policy_string(json.dumps(alone)).findings:
                yield f"{where}: {finding.issue} {json.dumps(finding.detail)} of {statement['Action']}"


found = [finding for each in json.load(sys.stdin) for finding in findings_of(each["where"], each["document"])]
json.dump(sorted(set(found)), sys.stdout)
