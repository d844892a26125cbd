"""Makes a pool as lib/auth.ts describes it, and says its ids."""
import json
import sys

import boto3

asked = json.load(sys.stdin)
cognito = boto3.client("cognito-idp", endpoint_url=asked["endpoint"], **asked["credentials"])
anything = {f"Require{kind}": False for kind in ("Uppercase", "Lowercase", "Numbers", "Symbols")}
pool = cognito.create_user_pool(
    PoolName="contract",
    Policies={"PasswordPolicy": {"MinimumLength": 6, **anything}},
    UsernameAttributes=["email"],
    UsernameConfiguration={"CaseSensitive": False},
    AutoVerifiedAttributes=["email"],
)["UserPool"]["Id"]
client = cognito.create_user_pool_client(
    UserPoolId=pool,
    ClientName="contract",
    ExplicitAuthFlows=["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
    PreventUserExistenceErrors="ENABLED",
)["UserPoolClient"]["ClientId"]
json.dump({"poolId": pool, "clientId": client}, sys.stdout)
