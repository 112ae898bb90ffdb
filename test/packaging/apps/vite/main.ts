import 'tillgate/widget';

const [session, server] = location.hash.slice(1).split(',');
Object.assign(document.querySelector('tillgate-checkout')!, { server, session });
