const { defineMiddlewares } = require('@medusajs/framework/http');
const { tillgateWebhookMiddleware } = require('tillgate/medusa');

module.exports = { default: defineMiddlewares({ routes: [tillgateWebhookMiddleware] }) };
