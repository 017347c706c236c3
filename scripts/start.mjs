import './setup/node-version.mjs';
import cluster from 'node:cluster';
import { pathToFileURL } from 'node:url';
import { allProblems } from './processes/setting-problems.mjs';
import { bundle } from './setup/bundle.mjs';
import { loadEnvironment } from './processes/env-file.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { command, StepError, step } from './processes/step.mjs';
import { countProcesses, followPrimary, runProcesses } from './processes/processes.mjs';
import { stopOnSignals } from './processes/signals.mjs';
import { welcome } from './processes/welcome.mjs';

if (process.argv.includes('--check')) await import('./check-settings.mjs');
else await command(cluster.isWorker ? startProcess : start);

async function start() {
  const began = performance.now();
  loadEnvironment();
  await install();
  await generate();
  await bundle();
  // Without settings, this starts the demo, in production mode because some libraries are slower otherwise.
  if (!process.env.NODE_ENV) {
    process.env.NODE_ENV = 'production';
    process.env.DEMO ||= 'true';
  }
  const count = countProcesses();
  if (count) return runProcesses(count);
  const server = await step('Starting', () => startServer(stopOnSignals));
  console.log(welcome(await server.buildStartSummary()));
  console.log(`Ready in ${((performance.now() - began) / 1000).toFixed(1)} s. Press Ctrl-C to stop.`);
}

/** One of several processes. */
async function startProcess() {
  const server = await startServer(followPrimary);
  process.send({ kind: 'ready', summary: await server.buildStartSummary() });
}

async function startServer(handleSignals) {
  try {
    const server = await import(pathToFileURL('build/server/index.js').href);
    handleSignals(server.stop);
    await server.start().catch((error) => {
      const name = error.port === Number(process.env.METRICS_PORT) ? 'METRICS_PORT' : 'PORT';
      throw error.code === 'EADDRINUSE'
        ? new StepError(
            `${name}: another program uses ${error.address}:${error.port}. Stop it, or set ${name} to another number.`,
          )
        : error;
    });
    return server;
  } catch (error) {
    throw error?.name === 'SettingError' && isLive() ? new StepError(allProblems(error)) : error;
  }
}

function isLive() {
  return process.env.NODE_ENV === 'production' && process.env.DEMO !== 'true';
}
