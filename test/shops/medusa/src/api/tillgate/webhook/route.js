module.exports = { POST: require('tillgate/medusa').POST };
