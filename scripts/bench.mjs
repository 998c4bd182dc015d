// npm run bench -- [--hostile | --model [--letters N]] [--json]: what deciding a letter costs, or asking a model about many; npm run bench:repair -- --letters N --seed S [--json]:
// how many broken letters are healed, and how many wrongly.
import { runCompiled } from './house/compiled.mjs';
import { main } from './house/main.mjs';

const [which, ...parameters] = process.argv.slice(2);
await main(() => runCompiled(which === 'repair' ? 'bench/repair/bench-repair.ts' : 'bench/bench.ts', which === 'repair' || which === 'speed' ? parameters : process.argv.slice(2)));
