import type { ActionFunctionArgs } from '@remix-run/node';
import { recordCspReport } from '~/payments/page-monitoring/csp-reports';
import { getPathEnvironment } from '~/platform/http/surfaces.server';

const maximumReportLength = 8 * 1024;

/** Receives browsers' reports about the payment page (PCI DSS 11.6.1). The sender learns nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const text = await request.text();
  if (text.length <= maximumReportLength)
    await recordCspReport(getPathEnvironment(new URL(request.url).pathname), text);
  return new Response(null, { status: 204 });
}
