"""The server does what its OpenAPI document says, whatever is sent: tried out by Schemathesis."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from shinar.server.app import create_app
from shinar.server.settings import Settings
from tests.server.helpers import Server

# Connections that other tests have left open send signs of life from their threads, with random numbers in them;
# Hypothesis notices that and takes it for a strategy's doing.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")

schema = schemathesis.openapi.from_dict(create_app(Settings(Path("unused"))).openapi())


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))  # a busy machine is no fault
def test_the_server_keeps_to_its_openapi_document(case: schemathesis.Case[Any], server: Server) -> None:
    # What fits the document may still be no game, no option or no record: only the rules of a game can tell.
    case.call_and_validate(base_url=server.url, excluded_checks=[positive_data_acceptance])
