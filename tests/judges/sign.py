"""Signs the requests of sign-cases.ts with botocore, and says where it asks for objects of odd keys."""
import datetime
import hashlib
import json
import sys

import botocore.auth
import botocore.session
from botocore.auth import S3SigV4Auth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

asked = json.load(sys.stdin)
now = datetime.datetime.strptime(asked["time"], "%Y-%m-%dT%H:%M:%S.%fZ")
botocore.auth.get_current_datetime = lambda *_args, **_named: now


def sign(case):
    request = AWSRequest(case["method"], case["url"], case["headers"], case["body"].encode())
    credentials = Credentials(asked["accessKeyId"], asked["secretAccessKey"], case.get("sessionToken"))
    kind = S3SigV4Auth if case["service"] == "s3" else SigV4Auth
    if kind is S3SigV4Auth:
        request.context["client_config"] = None
        request.context["payload_signing_enabled"] = True
        request.headers["X-Amz-Content-SHA256"] = hashlib.sha256(case["body"].encode()).hexdigest()
    kind(credentials, case["service"], asked["region"]).add_auth(request)
    return request.headers["Authorization"]


def path_of(key):
    session = botocore.session.Session()
    session.set_credentials("a", "b")
    config = botocore.config.Config(s3={"addressing_style": "path"})
    client = session.create_client("s3", region_name=asked["region"], config=config)
    url = client.generate_presigned_url("get_object", {"Bucket": "bucket", "Key": key})
    return url.split("amazonaws.com", 1)[1].split("?", 1)[0]


json.dump({"signed": [sign(case) for case in asked["cases"]], "paths": [path_of(key) for key in asked["keys"]]}, sys.stdout)
