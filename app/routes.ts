import type { RouteConfig } from '@remix-run/route-config';
import { index, layout, route } from '@remix-run/route-config';

/** Every page address and the file that answers it, grouped by room. */
export default [
  layout('routes/portal/shell.tsx', [
    index('routes/portal/home.tsx'),
    route('transactions', 'routes/portal/transactions.tsx'),
    route('transactions/:id', 'routes/portal/transaction.tsx'),
    route('developers', 'routes/portal/developers.tsx'),
  ]),

  route('*', 'routes/missing.tsx'),
] satisfies RouteConfig;
