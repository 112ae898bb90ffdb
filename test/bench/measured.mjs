// Loaded into every measured process: says, when asked, what the process used so far.
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send({ cpu: (user + system) / 1_000, memory: process.memoryUsage.rss() });
});
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref();
