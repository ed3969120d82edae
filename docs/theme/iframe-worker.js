/* A page that is read off a disk is given no worker to search in. There an unseen frame does the worker's part. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.srcdoc = "<!doctype html>"
      this.inside = new Promise((ready) => {
        frame.onload = () => {
          const inside = frame.contentWindow
          inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
          const script = inside.document.createElement("script")
          script.src = new URL(url, location)
          script.onload = () => ready(inside)
          inside.document.head.append(script)
        }
      })
      document.body.append(frame)
    }

    postMessage(data) {
      this.inside.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
}
