// Takes the app's worker and its files off this device. What waits to be sent lies in the browser's database and stays there.
const done = document.getElementById("done");
const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
for (const registration of registrations) await registration.unregister();
const names = "caches" in globalThis ? await caches.keys() : [];
for (const name of names) await caches.delete(name);
done.hidden = false;
