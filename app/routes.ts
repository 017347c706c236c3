import type { RouteConfig } from '@remix-run/route-config';
import { index, route } from '@remix-run/route-config';

/** Every page address and the file that answers it, grouped by room. */
export default [
  index('routes/portal/home.tsx'),

  route('*', 'routes/missing.tsx'),
] satisfies RouteConfig;
