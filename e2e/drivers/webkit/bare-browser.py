#!/usr/bin/python3
"""A WebKitGTK window that shows only the page, for WebKitWebDriver. PRELOAD names a JSON file with scripts that run
before the page's own; it is read again before every navigation."""
import ctypes
import json
import os
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402

# Several threads of WebKit use the display: without this, one can wait forever for a reply that another has read.
ctypes.CDLL('libX11.so.6').XInitThreads()
folder = os.environ['PROFILE']
data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder + '/cache')
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(['ru-RU'])
# Lets a page read the clipboard without a prompt; Chromium has a permission for this.
settings = WebKit2.Settings(javascript_can_access_clipboard=True)


def preload(content):
    content.remove_all_scripts()
    with open(os.environ['PRELOAD']) as file:
        for text in json.load(file):
            content.add_script(WebKit2.UserScript.new(
                text, WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START, None, None))


def focus(window):
    """Without a window manager no window has the focus, and with one only a single window: here every window has it."""
    event = Gdk.Event.new(Gdk.EventType.FOCUS_CHANGE)
    event.focus_change.window = window.get_window()
    event.focus_change.in_ = True
    window.event(event)


def create_view(*_):
    content = WebKit2.UserContentManager()
    preload(content)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, user_content_manager=content,
                           settings=settings)
    window = Gtk.Window(decorated=False, default_width=1280, default_height=860)
    # Runs before the view's own listener and stops the event, so that the view never loses the focus.
    window.connect('focus-out-event', lambda *_: True)
    window.add(view)
    window.show_all()
    focus(window)
    view.grab_focus()
    view.connect('close', lambda _: window.destroy())
    # Sends the scripts to the page's process before the navigation continues.
    view.connect('decide-policy', lambda *_: preload(content))
    return view


def save(_, download):
    """Gives a file its final name only once it is complete."""
    def choose(_, name):
        part = os.path.join(os.environ['DOWNLOADS'], name + '.part')
        download.set_destination('file://' + part)
        download.connect('finished', lambda _: os.rename(part, part.removesuffix('.part')))
        return True
    download.connect('decide-destination', choose)


def start(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('bare-browser')
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', start)
context.connect('download-started', save)
Gtk.main()
