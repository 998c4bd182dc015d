import { isJsonObject, parseJson } from '../../../../core/json.ts';
import { unclear, type Reading } from '../reading.ts';
import { readEnvelope } from './envelope.ts';
import { membersOf } from './members.ts';
import { JOB_FIELDS, JOB_KEYS, WRAPPER_KEYS } from './vocabulary.ts';
import { isWholeJob, readWholeJob } from './whole-job.ts';

/**
 * Recognises the wrappers that applications usually write. A copy that fits no shape is `bare`, one that fits in more
 * than one way is `unclear`; nothing is read out of a copy that could be read otherwise.
 */
export function recognise(text: string): Reading {
  const root = parseJson(text);
  if (root === undefined) return unclear('its data is not JSON');
  if (!isJsonObject(root)) return { kind: 'bare' };
  const jobs = membersOf(root, JOB_KEYS).filter(({ value }) => isWholeJob(value));
  const [job] = jobs;
  if (jobs.length > 1) return unclear(`its job may be any of ${jobs.map(({ key }) => key).join(', ')}`);
  if (job !== undefined && isWholeJob(job.value)) {
    const strange = Object.keys(root).find((key) => !WRAPPER_KEYS.has(key));
    return strange === undefined ? readWholeJob(text, [job.key], job.value, root) : { kind: 'bare' };
  }
  const own = Object.fromEntries(Object.entries(root).filter(([key]) => JOB_FIELDS.has(key)));
  const isJobItself = isWholeJob(own) && isJsonObject(own['opts']) && Object.keys(root).every((key) => JOB_FIELDS.has(key) || WRAPPER_KEYS.has(key));
  if (isJobItself) return readWholeJob(text, [], own, Object.fromEntries(Object.entries(root).filter(([key]) => !JOB_FIELDS.has(key))));
  return readEnvelope(text, root) ?? { kind: 'bare' };
}
