// Node, Deno and Bun: the address of the client's module and the input are arguments, the result is printed.
import { checkClient } from './check.mjs';

const [, , module, given] = process.argv;
process.stdout.write(JSON.stringify(await checkClient(await import(module), JSON.parse(given))));
