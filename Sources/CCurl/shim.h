// What Swift can't call of libcurl: its variadic setters and getters, one inline function for each
// type of argument.
#pragma once
#include <curl/curl.h>

static inline CURLcode curl_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// libcurl copies the text.
static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// For options that take a `void *`; libcurl keeps the pointer.
static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// libcurl keeps the list until the handle is cleaned up.
static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// For the write and the header function.
static inline CURLcode curl_set_writer(
    CURL *handle, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return (curl_easy_setopt)(handle, option, function);
}

static inline CURLcode curl_set_reader(
    CURL *handle, size_t (*function)(char *, size_t, size_t, void *)) {
    return (curl_easy_setopt)(handle, CURLOPT_READFUNCTION, function);
}

static inline CURLcode curl_set_opener(
    CURL *handle, curl_socket_t (*function)(void *, curlsocktype, struct curl_sockaddr *)) {
    return (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline long curl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    (curl_easy_getinfo)(handle, info, &value);
    return value;
}

/// The next transfer that is over; NULL if there is none.
static inline CURL *curl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)))
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return NULL;
}
