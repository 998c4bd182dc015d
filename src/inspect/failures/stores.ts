import { recogniseDynamodb } from './dynamodb.ts';
import { recogniseKnex } from './knex.ts';
import { recogniseMongodb } from './mongodb.ts';
import { recogniseMongoose } from './mongoose.ts';
import { recogniseMssql } from './mssql.ts';
import { recogniseMysql } from './mysql.ts';
import { recognisePostgres } from './postgres.ts';
import { recognisePrismaValidation } from './prisma-validation.ts';
import { recognisePrisma } from './prisma.ts';
import type { Recogniser } from './recogniser.ts';
import { recogniseRedis } from './redis.ts';
import { recogniseSequelize } from './sequelize.ts';
import { recogniseSqlite } from './sqlite.ts';

/** Databases and mappers. What a server says through a mapper comes before the mapper's own words. */
export const STORE_RECOGNISERS: readonly Recogniser[] = [
  recognisePrismaValidation,
  recognisePrisma,
  recogniseMongoose,
  recogniseMongodb,
  recogniseDynamodb,
  recognisePostgres,
  recogniseMysql,
  recogniseSqlite,
  recogniseMssql,
  recogniseSequelize,
  recogniseKnex,
  recogniseRedis,
];
