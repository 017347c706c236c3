import { expect, test } from 'vitest';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { buildProblemBody } from './problem';

test('an error without a detail repeats its title as a sentence', () => {
  expect(buildProblemBody('too_many_requests', 'req_1')).toEqual({
    type: buildPortalUrl('/docs/errors#too_many_requests'),
    title: 'Too many requests',
    status: 429,
    detail: 'Too many requests.',
    instance: 'urn:tillway:request:req_1',
    code: 'too_many_requests',
    request_id: 'req_1',
  });
});
