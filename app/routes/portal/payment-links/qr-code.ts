import type { LoaderFunctionArgs } from '@remix-run/node';
import { toString as renderQrCode } from 'qrcode';
import { findPaymentLink } from '~/payments/payment-links/payment-links';
import { buildLinkUrl } from '~/platform/http/surfaces.server';
import { requireMerchant } from '../../guards';

/** The QR code of a payment link, as a drawing that prints sharply in any size. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request);
  const link = await findPaymentLink({ accountId: account.id, environment, id: params.id ?? '' });
  if (!link) throw new Response(null, { status: 404 });
  const svg = await renderQrCode(buildLinkUrl(environment, link.id), { type: 'svg', margin: 2 });
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=3600',
    },
  });
}
