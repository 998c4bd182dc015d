// npm run bench -- [--hostile] [--json]: what deciding a letter costs; npm run bench:repair -- --letters N --seed S [--json]:
// how many broken letters are healed, and how many wrongly.
import { runCompiled } from './house/compiled.mjs';
import { main } from './house/main.mjs';

const [which, ...parameters] = process.argv.slice(2);
await main(() => runCompiled(which === 'repair' ? 'bench/repair/bench-repair.ts' : 'bench/bench.ts', which === 'repair' || which === 'speed' ? parameters : process.argv.slice(2)));
