import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';

/** CloudFront forwards the path /live as it is, so the stage carries its name. */
export const liveStageName = 'live';

/** The WebSocket API of the live feed; its routes come with the workers that serve them. */
export class LiveApi extends Construct {
  readonly api: WebSocketApi;
  readonly stage: WebSocketStage;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Sockets', { routeSelectionExpression: '$request.body.type' });
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: liveStageName,
      autoDeploy: true,
      throttle: { rateLimit: 100, burstLimit: 200 },
    });
  }
}
