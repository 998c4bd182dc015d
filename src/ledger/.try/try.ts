import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as pgDrizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
const t=(l:string,s:number)=>console.log(l,Math.round(performance.now()-s));
let s=performance.now();
const lite = new PGlite(); await lite.waitReady; t('start',s);
s=performance.now(); const dump = await lite.dumpDataDir('none'); t('dump',s);
s=performance.now(); const two = new PGlite({loadDataDir: dump}); await two.waitReady; t('load',s);
const pool = new pg.Pool({connectionString:'postgres://postgres@127.0.0.1:55433/postgres'});
for (const [name, db] of [['pglite', drizzle({client: lite})],['pg', pgDrizzle({client: pool})]] as const) {
  await db.execute(sql.raw('drop table if exists t'));
  await db.execute(sql.raw('create table t(id text primary key, b bytea, d timestamptz, f float8, n int)'));
  const N=20000;
  const ids=Array.from({length:N},(_,i)=>`x${i}"\\{},NULL`);
  const bodies=ids.map(i=>Buffer.from(i.repeat(20)));
  s=performance.now();
  await db.execute(sql`insert into t select * from unnest(${sql.param(ids)}::text[], ${sql.param(bodies)}::bytea[], ${sql.param(ids.map(()=>new Date().toISOString()))}::timestamptz[], ${sql.param(ids.map((_,i)=>i===0?NaN:i===1?null:8.64e15))}::float8[], ${sql.param(ids.map((_,i)=>i))}::int[])`);
  t(name+' insert',s);
  s=performance.now();
  const r = await db.execute(sql`select * from t order by n`) as any;
  t(name+' read',s);
  console.log(r.rows[0], r.rows[1], r.rows[2].f, r.rows.every((x:any,i:number)=>x.id===ids[i] && Buffer.compare(Buffer.from(x.b),bodies[i]!)===0));
  console.log((await db.execute(sql`select count(*), sum(n), count(*)::int as c, now() as now, null::text as nothing, true as yes from t`) as any).rows);
  try { await db.execute(sql`select nope`) } catch(e:any) { console.log(e.constructor.name, e.cause?.constructor.name, e.cause?.code) }
  try { await db.execute(sql`select ${'a\0b'}::text`) } catch(e:any) { console.log(e.constructor.name, e.cause?.constructor.name, e.cause?.code) }
  console.log((await db.execute(sql`select ${'a\ud800b'}::text as x`) as any).rows);
}
await pool.end();
