import { pathToFileURL } from 'node:url';

// Runs the files of the command line one after the other in this process, so that the packages are loaded once, and
// sends what each of them prints to the parent process. A file has to await all that it does.
for (const file of process.argv.splice(2)) {
  process.argv[1] = file;
  let output = '';
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text) => {
    output += String(text);
    return true;
  };
  await import(pathToFileURL(file).href);
  process.stdout.write = write;
  process.send?.({ file, output });
}
process.disconnect();
