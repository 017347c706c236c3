import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files: those that npm test lists at its end. */
const slowFiles = [
  'tests/api/payments/payment-histories.test.ts',
  'app/route-access.test.ts',
  'tests/races/concurrent-payments.test.ts',
  'tests/races/brute-force.test.ts',
  'tests/api/payments/state-transitions.test.ts',
  'app/webhooks/deliveries/polling.test.ts',
  'app/routes/portal/transactions/export.test.ts',
  'app/documents/image-rendering.test.ts',
  'tests/e2e/operations/process-lifecycle.test.ts',
  'tests/e2e/portal/portal-pages.test.ts',
  'tests/e2e/portal/application.test.ts',
  'tests/e2e/operations/credential-rotation.test.ts',
  'tests/e2e/portal/onboarding-to-live.test.ts',
  'tests/e2e/staff/review.test.ts',
  'tests/e2e/recovery/crash-points.test.ts',
  'tests/e2e/security/cross-site.test.ts',
  'tests/e2e/recovery/process-crash.test.ts',
  'tests/e2e/operations/secret-key-rotation.test.ts',
];

/**
 * Without durations from an earlier run, vitest starts large files first. A slow one that starts last would
 * run alone while the other processors wait.
 */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    // Each project stays together, because it has its own workers.
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const slow = slowFiles.flatMap((path) => own.filter(({ moduleId }) => moduleId.endsWith(`/${path}`)));
      return [...slow, ...own.filter((file) => !slow.includes(file))];
    });
  }
}
