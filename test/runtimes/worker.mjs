// workerd: the input is the body of a request, the result its response.
import * as client from '../../dist/server/client/index.js';
import { checkClient } from './check.mjs';

// workerd takes the default export.
const worker = {
  async fetch(request) {
    // The test asks whether the worker listens.
    if (request.method === 'GET') return new Response(null, { status: 204 });
    return Response.json(await checkClient(client, await request.json()));
  },
};

export { worker as default };
