import './setup/node-version.mjs';
import { createServer } from 'node:http';
import { loadEnvironment } from './processes/env-file.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { stopOnSignals } from './processes/signals.mjs';
import { command, StepError, step } from './processes/step.mjs';
import { welcome } from './processes/welcome.mjs';

const entry = '/app/server.ts';

await command(async () => {
  loadEnvironment();
  process.env.NODE_ENV = 'development';
  await install();
  await generate();

  const [{ createServer: createVite }, { getRequestListener }] = await Promise.all([
    import('vite'),
    import('@hono/node-server'),
  ]);
  const http = createServer();
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { server: http } },
    appType: 'custom',
  });
  // Loaded on every request, so that changes apply without a restart.
  const load = () => vite.ssrLoadModule(entry);

  await step('Starting', async () => {
    await (await load()).prepare();
    const answer = getRequestListener(async (request, bindings) => (await load()).fetch(request, bindings));
    http.on('request', (request, response) =>
      vite.middlewares(request, response, () => answer(request, response)),
    );
    const host = process.env.HOST || '127.0.0.1';
    const port = Number(process.env.PORT || 3000);
    await new Promise((resolve, reject) => http.once('error', reject).listen(port, host, resolve)).catch(
      (error) => {
        throw error.code === 'EADDRINUSE'
          ? new StepError(
              `PORT: another program uses ${host}:${port}. Stop it, or set PORT to another number.`,
            )
          : error;
      },
    );
  });
  // Remix's tools would exit immediately.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  stopOnSignals(async () => {
    http.close();
    http.closeAllConnections();
    await (await load()).stop();
    await vite.close();
  });
  console.log(welcome(await (await load()).buildStartSummary()));
  console.log('Ready. Changes reload automatically. Press Ctrl-C to stop.');
});
