import { config } from '~/platform/config/config.server';
import { countRecentAudit } from '~/audit/audit';
import { listJobTimers } from '~/platform/jobs/job-timers.server';
import { listTraffic } from '~/platform/observability/traffic';
import { readKeyChange } from '~/vault/secret-rotation';
import { findAlerts, isJobLate, isQueueLate } from './alerts';
import { queryBacklog } from './backlog';
import { readDatabaseHealth } from './database-health';
import { listQueues } from './queues';

/** The recurring job that writes and reads a test file in the document storage (jobs/timetable.ts). */
export const storageJob = 'probe-storage';

/** How long unusual reading by staff is shown above the pages of admins, also after a weekend. */
export const unusualReadingDays = 7;

/** The health of the installation, for its operators. */
export async function readOperationsOverview() {
  const [jobs, queues, backlog, database, keyChange, unusualReading] = await Promise.all([
    listJobTimers(),
    listQueues(),
    queryBacklog(),
    readDatabaseHealth(),
    readKeyChange(),
    countRecentAudit('unusual_reading_detected', { hours: unusualReadingDays * 24 }),
  ]);
  const sources = {
    jobs,
    storage: jobs.find(({ job }) => job === storageJob) ?? null,
    queues,
    backlog,
    database,
    unusualReading,
    production: config.production,
    traffic: { api: listTraffic('api'), pages: listTraffic('pages') },
  };
  return {
    at: new Date(),
    ...sources,
    alerts: findAlerts(sources),
    queues: queues.map((queue) => ({ ...queue, isLate: isQueueLate(queue) })),
    jobs: jobs.map((job) => ({
      ...job,
      isLate: isJobLate(job),
      tookMs:
        job.startedAt && job.finishedAt && job.finishedAt >= job.startedAt
          ? job.finishedAt.getTime() - job.startedAt.getTime()
          : null,
    })),
    keyChange,
    thisProcess: {
      pid: process.pid,
      upSeconds: Math.floor(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
    },
  };
}
