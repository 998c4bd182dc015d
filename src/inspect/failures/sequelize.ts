import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** Classes that tell the kind by themselves, in words that other libraries have codes for. */
const CLASSES: Readonly<Record<string, { readonly code: string; readonly phase?: string }>> = {
  SequelizeConnectionRefusedError: { code: 'ECONNREFUSED', phase: 'connect' },
  SequelizeConnectionTimedOutError: { code: 'ETIMEDOUT', phase: 'connect' },
  SequelizeHostNotFoundError: { code: 'ENOTFOUND', phase: 'connect' },
  SequelizeHostNotReachableError: { code: 'EHOSTUNREACH', phase: 'connect' },
  SequelizeConnectionAcquireTimeoutError: { code: 'POOL_TIMEOUT', phase: 'connect' },
  SequelizeAccessDeniedError: { code: '28P01' },
  SequelizeUniqueConstraintError: { code: 'SEQUELIZE_UNIQUE' },
  SequelizeForeignKeyConstraintError: { code: 'SEQUELIZE_FOREIGN_KEY' },
};

/** Sequelize, where its driver's own words say less than its class. */
export function recogniseSequelize({ errorClass, message, printed: { properties } }: FailureText): Recognition | undefined {
  const known = Object.hasOwn(CLASSES, errorClass) ? CLASSES[errorClass] : undefined;
  if (known === undefined) return undefined;
  const fields = known.code === 'SEQUELIZE_UNIQUE' ? [...properties].filter(([name]) => name.startsWith('fields.')).map(([name, value]) => [name.slice('fields.'.length), value] as const) : [];
  return {
    library: 'sequelize',
    code: known.code,
    details: knownDetails({
      phase: known.phase,
      table: properties.get('parent.table') ?? properties.get('table'),
      keyColumns: fields.length === 0 ? undefined : fields.map(([name]) => name).join(', '),
      keyValue: fields.length === 0 ? undefined : fields.map(([, value]) => value).join(', '),
      deleting: /\bupdate or delete on table\b|\bparent row\b/.test(message) ? 'yes' : undefined,
    }),
  };
}
