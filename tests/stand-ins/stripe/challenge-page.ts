import type { IncomingMessage, ServerResponse } from 'node:http';
import { completeChallenge } from './intents';
import { findIntent } from './intent-lookup';
import { completeSetupChallenge, findSetupIntent } from './setup-intents';
import type { Context } from './account-state';

export const isSetup = (intentId: string) => intentId.startsWith('seti_');

/** Of a payment or setup intent. */
export const answerChallenge = (context: Context, intentId: string, outcome: 'completed' | 'failed') =>
  (isSetup(intentId) ? completeSetupChallenge : completeChallenge)(context, intentId, outcome);

/** The issuer's page, with a button for each outcome. It returns to the merchant's `return_url`. */
export function respondWithChallenge(
  context: Context,
  intentId: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const intent = (isSetup(intentId) ? findSetupIntent : findIntent)(context, intentId);
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  const returnUrl = new URL(context.account.returnUrls.get(intentId)!);
  const outcome = new URLSearchParams(body).get('outcome') === 'completed' ? 'completed' : 'failed';
  // A page that was sent twice returns again, without a second attempt.
  if (intent.status === 'requires_action') answerChallenge(context, intentId, outcome);
  returnUrl.searchParams.set(intent.object, intent.id);
  returnUrl.searchParams.set(`${intent.object}_client_secret`, intent.client_secret!);
  returnUrl.searchParams.set('source_type', 'card');
  response.writeHead(303, { Location: returnUrl.href }).end();
}

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><link rel="icon" href="data:,"><title>3-D Secure test page</title></head>
  <body>
    <h1>3-D Secure test page</h1>
    <form method="post">
      <button name="outcome" value="completed">Complete</button>
      <button name="outcome" value="failed">Fail</button>
    </form>
  </body>
</html>
`;
