// npm run check-settings: what would prevent startup in production mode, and warnings. Starts and changes
// nothing.
import { runProductScript } from './processes/product-script.mjs';

await runProductScript('scripts/product/check-settings.ts');
