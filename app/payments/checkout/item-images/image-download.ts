import { isPrivateAddressAllowed, parseEndpointUrl } from '~/webhooks/endpoints/endpoint-url';
import { sendEgressRequest, type EgressRequest } from '~/platform/egress/egress-request';
import type { Environment } from '~/platform/environment';

const timeoutMs = 3_000;
export const maximumImageBytes = 2 * 1024 * 1024;

/** `unreachable`: the host didn't respond, so its other images would fail, too. */
export type ImageLoadError = 'unreachable' | 'unusable';

/** `imageUrl`: of an order, never of a request. */
type ImageDownload = { imageUrl: string; environment: Environment } & Pick<EgressRequest, 'resolve'>;

/**
 * Downloads a file from a merchant's host, under the rules for webhook URLs: HTTPS on port 443 or 8443, public addresses,
 * and no redirects (threat T14). The host learns nothing about the payer.
 */
export async function downloadImage({
  imageUrl,
  environment,
  ...others
}: ImageDownload): Promise<Buffer | ImageLoadError> {
  const allowPrivate = isPrivateAddressAllowed(environment);
  const address = parseEndpointUrl(imageUrl.replace(/#.*/, ''), allowPrivate);
  if (typeof address === 'string') return 'unusable';
  const url = new URL(address.url);
  const response = await sendEgressRequest({
    ...others,
    url,
    headers: {
      host: url.host,
      'user-agent': 'Tillway-Images/1',
      accept: 'image/webp,image/png,image/jpeg,image/gif',
      'accept-encoding': 'identity',
    },
    allowPrivate,
    limitMs: timeoutMs,
    maximumBytes: maximumImageBytes,
  });
  if ('error' in response) return 'unreachable';
  return response.status === 200 && response.isComplete ? response.body : 'unusable';
}
